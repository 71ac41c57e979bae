"""Addresses of campaigns and their people. Those of battles stand in a module of their own."""

from django.urls import URLPattern, URLResolver, include, path

from campaigns.views import campaigns, chronicle, corrections, enrolments, feeds, notices, pairings, people

CAMPAIGN = "campaigns/<id:pk>"
WARBAND = f"{CAMPAIGN}/warbands/<id:enrolment_id>"
MEMBER = f"{CAMPAIGN}/people/<id:membership_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/", campaigns.campaign_list, name="campaign-list"),
    path("campaigns/new/", campaigns.campaign_new, name="campaign-new"),
    path(f"{CAMPAIGN}/", campaigns.campaign_detail, name="campaign-detail"),
    path(f"{CAMPAIGN}/ratings/", campaigns.campaign_ratings, name="campaign-ratings"),
    path(f"{CAMPAIGN}/standings.csv", campaigns.campaign_standings_csv, name="campaign-standings-csv"),
    path(f"{CAMPAIGN}/settings/", campaigns.campaign_settings, name="campaign-settings"),
    path(f"{CAMPAIGN}/close/", campaigns.campaign_close, name="campaign-close"),
    path(f"{CAMPAIGN}/reopen/", campaigns.campaign_reopen, name="campaign-reopen"),
    path(f"{CAMPAIGN}/people/", people.campaign_people, name="campaign-people"),
    path(f"{CAMPAIGN}/leave/", people.campaign_leave, name="campaign-leave"),
    path(f"{CAMPAIGN}/invitations/", people.invitation_make, name="invitation-make"),
    path(f"{CAMPAIGN}/invitations/<id:invitation_id>/", people.invitation_detail, name="invitation-detail"),
    path(f"{CAMPAIGN}/invitations/<id:invitation_id>/revoke/", people.invitation_revoke, name="invitation-revoke"),
    path(f"{MEMBER}/role/", people.membership_role, name="membership-role"),
    path(f"{MEMBER}/hand-over/", people.membership_hand_over, name="membership-hand-over"),
    path(f"{MEMBER}/remove/", people.membership_remove, name="membership-remove"),
    path(f"{CAMPAIGN}/enrol/", enrolments.enrolment_new, name="enrolment-new"),
    path(f"{CAMPAIGN}/begin/", enrolments.enrolment_begin, name="enrolment-begin"),
    path(f"{WARBAND}/", enrolments.enrolment_detail, name="enrolment-detail"),
    path(f"{WARBAND}/retire/", enrolments.enrolment_retire, name="enrolment-retire"),
    path(f"{CAMPAIGN}/corrections/", corrections.campaign_corrections, name="campaign-corrections"),
    path(f"{WARBAND}/correct/", corrections.correction_choose, name="correction-choose"),
    path(f"{WARBAND}/correct/<slug:what>/", corrections.correction_make, name="correction-make"),
    path(f"{CAMPAIGN}/chronicle/", chronicle.campaign_chronicle, name="campaign-chronicle"),
    path(f"{CAMPAIGN}/chronicle/note/", chronicle.chronicle_note, name="chronicle-note"),
    path(f"{CAMPAIGN}/chronicle/<id:entry_id>/withdraw/", chronicle.chronicle_withdraw, name="chronicle-withdraw"),
    path(f"{CAMPAIGN}/pairings/", pairings.campaign_pairings, name="campaign-pairings"),
    path(f"{CAMPAIGN}/pairings/announce/", pairings.pairing_announce, name="pairing-announce"),
    path(f"{CAMPAIGN}/pairings/<id:pairing_id>/withdraw/", pairings.pairing_withdraw, name="pairing-withdraw"),
    path(f"{CAMPAIGN}/feeds/renew/", feeds.feed_renew, name="feed-renew"),
    path(f"{CAMPAIGN}/mails/", notices.mails_choose, name="mails-choose"),
    path("mails/stop/<str:token>/", notices.mails_stop, name="mails-stop"),
    path("join/<slug:token>/", people.campaign_join, name="campaign-join"),
    path("feeds/turns/<slug:token>.atom", feeds.member_feed, name="member-feed"),
    path("feeds/chronicle/<slug:token>.atom", feeds.campaign_feed, name="campaign-feed"),
]
urlpatterns += [
    path("", include("campaigns.urls_battles")),
    path("", include("campaigns.urls_postbattle")),
    path("", include("campaigns.urls_captives")),
    path("", include("campaigns.urls_documents")),
]
