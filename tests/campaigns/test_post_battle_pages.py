"""The night after a battle on the page, without scripts: every step, dice typed and rolled, refusals, old tabs, and who
may look and who may take."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from django.db import connection
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse
from django.utils.html import escape

from campaigns import urls_postbattle
from campaigns.battle.told import Fallen
from campaigns.forms.postbattle import AnswerForm
from campaigns.models import Battle, Campaign, DiceRoll, Enrolment, PostBattle
from campaigns.postbattle.choices import Option, Question
from campaigns.postbattle.due import asked
from campaigns.postbattle.run import STEPS
from tests import acts
from tests.campaigns import nights, seasons
from tests.campaigns.battle.stage import lost, won
from tests.kept import kept
from warbands.models import Player, Warband

pytestmark = pytest.mark.django_db

MOB = """
format: mordheim-warband/1
name: Gutsnik's Greenskins
type: orc_mob
battles: 3
treasury: 200
wyrdstone: 2
stash: [sword]
heroes:
- {name: Gutsnik, type: orc_boss, experience: 25, equipment: [sword, light_armour]}
- {name: Old Snivvel, type: orc_shaman, experience: 13, spells: [zzap]}
- {name: Skab, type: big_un, experience: 17, equipment: [double_handed_weapon]}
henchmen:
- {name: Da Boyz, type: orc_boy, size: 3, experience: 1, equipment: [bow]}
- {name: Da Runts, type: goblin_warrior, size: 4, equipment: [short_bow]}
hired_swords:
- {name: Bront, type: ogre_bodyguard, equipment: [double_handed_weapon]}
"""


@dataclass
class Evening:
    """A battle that the mob has won, with Skab and two Runts carried off the field."""

    campaign: Campaign
    battle: Battle
    mob: Enrolment
    exiles: Enrolment
    client: Client

    @property
    def post(self) -> PostBattle:
        return nights.night_of(self.battle, self.mob)

    def page(self, step: str = "", query: str = "", client: Client | None = None) -> str:
        return nights.page(client or self.client, self.post, step or self.now, query)

    @property
    def now(self) -> str:
        return nights.sheet(self.post).now

    def send(self, query: str = "", *, client: Client | None = None, **typed: object) -> str:
        answer = nights.post_to(client or self.client, self.post, query, **typed)
        assert answer.status_code == 200
        return answer.content.decode()

    def to(self, step: str, **choices: object) -> Evening:
        nights.go_on_to(self.post, step, **choices)
        assert self.now == step
        return self

    @property
    def warband(self) -> Warband:
        return Warband.objects.get(pk=self.mob.warband_id)


def evening_of(campaign: Campaign, owner: Player, rival: Player, file: str = MOB, **settings: object) -> Evening:
    for name, value in settings.items():
        setattr(campaign, name, value)
    campaign.save()
    host = seasons.host_of(campaign)
    mob = seasons.enrol(campaign, acts.warband_of(owner, file), by=host, reason="From another season.")
    exiles = seasons.enrol(campaign, acts.exiles(rival), by=host, reason="From another season.")
    out = (Fallen("Skab", by_side=1, by="Thrain"), Fallen("Da Runts", 2, by_side=1))
    battle = nights.confirmed(mob, exiles, sides=(won(*out), lost()))
    return Evening(campaign, battle, mob, exiles, seasons.signed_in(owner))


@pytest.fixture
@kept
def evening(season: Campaign, owner: Player, rival: Player) -> Evening:
    return evening_of(season, owner, rival)


class TestTheStepsInTurn:
    def test_the_address_of_the_night_leads_to_the_step_that_goes_on(self, evening):
        answer = evening.client.get(evening.post.get_absolute_url())
        assert answer.url == nights.address("post-battle-step", evening.post, "injuries")
        evening.to("exploration")
        assert evening.client.get(evening.post.get_absolute_url()).url.endswith("/exploration/")

    def test_injuries_say_who_rolls_and_on_which_chart(self, evening):
        page = evening.page()
        assert "Serious injury of Skab" in page
        assert "Serious injuries of Heroes" in page
        assert "Da Runts" in page
        assert "2 rolls" in page

    def test_typed_dice_are_taken_and_told_as_rolled_at_the_table(self, evening):
        page = evening.send(do="faces", face_1="6", face_2="2")
        assert "Hardened" in page
        assert "rolled at the table" in page
        roll = DiceRoll.objects.get()
        assert (roll.faces, roll.source, roll.by, roll.warrior) == ([6, 2], "table", evening.mob.player, "Skab")

    def test_dice_may_be_typed_in_a_row(self, evening):
        evening.to("exploration")
        due = nights.sheet(evening.post).due
        page = evening.send(do="faces", row=" ".join("6235"[: due.count]))
        assert evening.now == "wyrdstone"
        assert "Exploration: 6, 2, 3" in page

    def test_the_app_rolls_once(self, evening):
        page = evening.send(do="roll")
        assert "rolled by the app" in page
        assert DiceRoll.objects.count() == 1

    def test_rolling_on_goes_up_to_the_next_decision(self, evening):
        evening.send(do="roll_on")
        due = nights.sheet(evening.post).due
        assert due.kind == "question" or evening.now != "injuries"
        assert DiceRoll.objects.count() >= 3

    def test_what_has_just_happened_stands_on_top_with_the_row_that_was_hit(self, evening):
        page = evening.send(do="faces", face_1="6", face_2="2")
        fresh = page[page.index("Just now") : page.index("due-title")]
        assert "Hardened" in fresh
        assert "night-hit" in fresh

    def test_a_decision_is_a_list_of_big_answers(self, evening):
        for faces in ((6, 2), (5,), (5,), (1, 1)):
            nights.take(evening.post, faces=faces)
        due = nights.sheet(evening.post).due
        assert due.choose == "skill"
        page = evening.page()
        assert all(f"<bdi>{escape(option.label)}</bdi>" in page for option in due.options)
        assert f"Learns {due.options[0].label}" in evening.send(do="answer", answer=due.options[0].token)

    def test_shards_are_sold_by_number_with_the_price_of_each(self, evening):
        evening.to("wyrdstone")
        page = evening.page()
        assert 'name="number"' in page
        assert "in-use" in page
        before = evening.warband.treasury
        page = evening.send(do="answer", number="1")
        assert "1 sold for" in page
        assert evening.warband.treasury > before

    def test_whoever_is_paid_stays_and_the_others_leave(self, evening):
        evening.to("upkeep")
        page = evening.page()
        assert "Bront: 30" in page
        assert 'data-purse="' in page
        page = evening.send(do="answer")
        assert "Is not paid and leaves" in page
        assert not evening.warband.warriors.filter(name="Bront").exists()

    def test_a_hero_searches_for_a_rare_thing_and_buys_it(self, evening):
        evening.to("rare_items")
        page = evening.page()
        assert "Gutsnik</bdi> searches" in page
        assert "Lucky charm · Rare 6 · 72 %" in page
        assert "did not stand to the end" in page
        evening.send("?hero=Gutsnik", do="search", hero="Gutsnik", item="lucky_charm")
        evening.send(do="faces", face_1="3", face_2="4")
        assert "Buy for 10" in evening.page()
        page = evening.send(do="answer", answer="true")
        assert "has searched" in page
        assert acts.carried(evening.warband) == ["sword", "lucky_charm"]

    def test_trading_offers_all_that_may_be_done(self, evening):
        evening.to("recruits_and_trading")
        for tab, shown in (
            ("buy", "For whom"),
            ("sell", "in the stash"),
            ("recruit", "More for a group"),
            ("hire", "Pit Fighter"),
            ("dismiss", "Send <bdi>Skab</bdi> away?"),
        ):
            assert shown in evening.page(query=f"?open={tab}"), tab

    def test_things_are_bought_for_a_group_and_the_shop_stays_open(self, evening):
        evening.to("recruits_and_trading")
        before = evening.warband.treasury
        page = evening.send("?open=buy&for=Da+Boyz", do="buy", whom="Da Boyz", item="helmet")
        assert evening.warband.treasury == before - 30
        assert '<option value="Da Boyz" selected>' in page
        assert "helmet" in acts.carried(evening.warband, "Da Boyz")

    def test_things_are_sold_of_the_stash_and_of_somebody(self, evening):
        evening.to("recruits_and_trading")
        before = evening.warband.treasury
        evening.send(do="sell", whose="stash", item="sword")
        evening.send(do="sell", whose="Gutsnik", item="light_armour")
        assert evening.warband.treasury == before + 5 + 10

    def test_a_recruit_brings_what_his_list_has(self, evening):
        evening.to("recruits_and_trading")
        page = evening.page(query="?open=recruit&type=goblin_warrior")
        assert 'name="piece_short_bow"' in page
        before = evening.warband.treasury
        typed = {"type": "goblin_warrior", "name": "Da Newest", "size": "2", "piece_short_bow": "1"}
        evening.send("?open=recruit&type=goblin_warrior", do="recruit", **typed)
        assert evening.warband.treasury == before - 2 * (10 + 5)
        assert acts.warrior(evening.warband, "Da Newest").size == 2

    def test_a_group_is_enlarged_by_a_button(self, evening):
        evening.to("recruits_and_trading")
        before = acts.warrior(evening.warband, "Da Runts").size
        assert 'name="size" value="1">+1<span class="visually-hidden"> of Da Runts' in evening.page(
            query="?open=recruit"
        )
        evening.send("?open=recruit", do="enlarge", into="Da Runts", size="1")
        assert acts.warrior(evening.warband, "Da Runts").size == before + 1

    def test_a_sword_is_hired_and_somebody_sent_away(self, evening):
        evening.to("recruits_and_trading")
        evening.send("?open=hire&type=pit_fighter", do="hire", type="pit_fighter", name="Marcus")
        assert acts.warrior(evening.warband, "Marcus").type_key == "pit_fighter"
        evening.send("?open=dismiss", do="dismiss", whom="Da Boyz", count="1")
        assert acts.warrior(evening.warband, "Da Boyz").size == 2

    def test_the_form_of_whoever_has_joined_is_closed(self, evening):
        evening.to("recruits_and_trading")
        evening.post.refresh_from_db()
        query = "?open=hire&type=pit_fighter"
        address = nights.address("post-battle-take", evening.post) + query
        sent = {"version": evening.post.version, "do": "hire", "type": "pit_fighter", "name": "Marcus"}
        assert 'class="night-join' in evening.page(query=query)
        answer = evening.client.post(address, sent, headers={"HX-Request": "true"})
        assert acts.warrior(evening.warband, "Marcus")
        assert "For a fee now" in answer.text
        assert 'class="night-join' not in answer.text

    def test_a_new_shamans_missing_spell_is_chosen_or_rolled_again(self, evening):
        """Rulings 2 and 53, as on the roster's page."""
        evening.to("recruits_and_trading")
        evening.send("?open=dismiss", do="dismiss", whom="Old Snivvel", count="1")
        page = evening.send("?open=recruit&type=orc_shaman", do="recruit", type="orc_shaman", name="Mumba")
        assert "Random spell of Waaagh! Magic" in page
        assert 'name="face_1"' in page
        page = evening.send(do="faces", face_1="5")
        assert "The source has no such row: roll again, or choose?" in page
        for spell in ("Roll again", "Oi! Gerroff!", "Zzap!", "Fooled Ya!"):
            assert f"<bdi>{escape(spell)}</bdi>" in page
        evening.send(do="answer", answer='"roll_again"')
        evening.send(do="faces", face_1="6")
        assert "Learns Zzap!" in evening.send(do="answer", answer='"zzap"')
        assert acts.warrior(evening.warband, "Mumba").spells == [{"spell": "zzap"}]
        assert evening.now == "recruits_and_trading"

    def test_a_piece_changes_hands(self, evening):
        evening.to("equipment")
        page = evening.page(query="?from=stash&item=sword")
        assert "Where does the sword go?" in page
        assert "There are not 3 × sword there" in page
        evening.send(do="move", source="stash", item="sword", target="Old Snivvel")
        assert acts.carried(evening.warband, "Old Snivvel") == ["sword"]

    def test_the_closing_record_tells_everything_and_every_die(self, evening):
        evening.send(do="roll")
        evening.to("equipment")
        page = evening.send(do="done")
        assert not evening.post.is_open
        for told in (
            "Before and after",
            "What became of whom",
            "All that happened",
            "Every die",
            "rolled by the app",
            "rolled at the table",
        ):
            assert told in page
        assert page.count("<time") >= DiceRoll.objects.count()
        assert evening.post.side.player_name in page
        assert not evening.warband.held_for

    def test_a_step_that_is_over_is_its_record_and_one_to_come_says_so(self, evening):
        evening.to("exploration")
        over, to_come = evening.page("injuries"), evening.page("rating")
        assert "What has happened" in over
        assert "do=" not in over
        assert 'name="do"' not in over
        assert "This comes later" in to_come

    def test_leaving_and_coming_back_lands_at_the_same_point(self, evening, owner):
        evening.to("rare_items")
        again = seasons.signed_in(owner)
        assert again.get(evening.post.get_absolute_url(), follow=True).redirect_chain[-1][0].endswith("/rare_items/")

    def test_whoever_is_paid_too_much_for_is_told_and_what_was_ticked_stays(self, evening):
        evening.to("upkeep")
        page = evening.send(do="answer", pick=['"Nobody"'])
        assert "Choose among these." in page
        assert evening.now == "upkeep"


class TestExplorationOnTheTable:
    @pytest.fixture
    @kept
    def exploring(self, season, owner, rival) -> Evening:
        """Four dice have fallen, one of which may be rolled again."""
        with_help = MOB.replace("stash: [sword]", "stash: [sword]\neffects: [{effect: one_reroll}]")
        evening = evening_of(season, owner, rival, file=with_help).to("exploration")
        evening.send(do="faces", row="5124"[: nights.sheet(evening.post).due.count])
        return evening

    def test_a_die_is_rolled_again_by_tapping_it(self, exploring):
        page = exploring.page()
        assert page.count("night-tap") >= 3
        exploring.send(do="answer", answer="1")
        page = exploring.send(do="faces", face_1="5")
        assert "The 1 becomes a 5" in page or "the 1 becomes a 5" in page
        table = exploring.page("exploration").partition('id="table-exploration"')[2]
        assert "Overturned Cart" in table[table.index('aria-current="true"') :][:200]

    def test_the_big_button_leaves_them(self, exploring):
        page = exploring.page()
        assert 'form="asked" name="answer" value="&quot;none&quot;">None<' in page
        exploring.send(do="answer", answer='"none"')
        assert exploring.now != "exploration"


class TestEveryWayOfAsking:
    """Questions that few nights ask, drawn and answered as the page does it."""

    SPREAD = Question(
        "exploration",
        "spread",
        "Who gets each point?",
        ["Gutsnik", "Skab"],
        kind="many",
        options=tuple(Option(name, name) for name in ("Gutsnik", "Gutsnik", "Skab", "Skab")),
        least=2,
        most=2,
    )
    KEPT = Question(
        "exploration", "dice_kept", "Which?", [5, 5], kind="many", options=tuple(Option(n, str(n)) for n in (1, 5, 5))
    )

    def drawn(self, evening: Evening, question: Question) -> str:
        due = asked(nights.so_far(evening.post).run, question)
        counts = [(option, f"times_{place}", option.suggested) for place, option in enumerate(due.options)]
        sheet = {"due": due}
        context = {"sheet": sheet, "post": evening.post, "take": "/", "typed": {}, "picked": [], "counts": counts}
        return render_to_string("campaigns/_night_question.html", context)

    def answered(self, question: Question, typed: str) -> object:
        form = AnswerForm(QueryDict(typed), question)
        assert form.is_valid(), form.first_error
        return form.given.answer[0]

    def test_points_are_shared_by_counting_for_each(self, evening):
        page = self.drawn(evening, self.SPREAD)
        assert page.count('data-step="1"') == 2
        assert 'name="times_0" id="times_0" value="1"' in page
        assert self.answered(self.SPREAD, "times_0=2&times_1=0") == ["Gutsnik", "Gutsnik"]

    def test_dice_to_keep_are_ticked_one_by_one(self, evening):
        page = self.drawn(evening, self.KEPT)
        assert page.count('name="pick"') == 3
        assert page.count(" checked") == 2
        assert self.answered(self.KEPT, "pick=5&pick=5") == [5, 5]

    def test_a_name_is_typed(self, evening):
        question = Question("experience", "name", "What is he called?", "Boy", kind="text", required=False)
        assert 'name="text"' in self.drawn(evening, question)
        assert self.answered(question, "text=+Da+Lad+") == "Da Lad"

    def test_a_number_has_to_be_one(self):
        question = Question("wyrdstone", "sell", "How many?", 3, kind="number", least=0, most=3)
        assert self.answered(question, "number=2") == 2
        for typed in ("number=", "number=x", "number=-1", ""):
            assert not AnswerForm(QueryDict(typed), question).is_valid()

    @pytest.mark.parametrize("typed", ["pick=4", "pick=x", "times_0=x&pick=6"])
    def test_what_is_not_among_them_is_refused(self, typed):
        assert not AnswerForm(QueryDict(typed), self.KEPT).is_valid()


class TestWhenTheRulesHaveChanged:
    def test_a_night_that_cannot_be_told_any_more_shows_its_dice(self, evening):
        nights.take(evening.post, faces=(6, 2))
        post = evening.post
        post.log = [{"roll": ["injuries", "D6", "Skab"], "faces": [1], "source": "table"}]
        post.save()
        for address in (post.get_absolute_url(), nights.address("post-battle-step", post, "injuries")):
            page = evening.client.get(address).content.decode()
            assert "The rules have changed since." in page
            assert "rolled at the table" in page
        assert "The rules have changed since." in evening.send(do="roll")


class TestTheBattleAndTheDashboardLeadHere:
    def test_the_battle_leads_to_the_night(self, evening):
        assert evening.post.get_absolute_url() in evening.client.get(evening.battle.get_absolute_url()).content.decode()

    def test_an_open_night_is_ones_turn(self, evening):
        page = evening.client.get(evening.campaign.get_absolute_url()).content.decode()
        assert evening.post.get_absolute_url() in page[page.index("Your turn") :]


class TestRefusals:
    def test_faces_that_do_not_fit_are_refused_and_stay(self, evening):
        page = evening.send(do="faces", face_1="6", face_2="")
        assert "2 dice are to be entered, not 1." in page
        assert 'name="face_1" value="6" checked' in " ".join(page.split())
        assert DiceRoll.objects.count() == 0

    @pytest.mark.parametrize("typed", [{"face_1": "7", "face_2": "1"}, {"face_1": "0", "face_2": "1"}, {"row": "66x6"}])
    def test_no_face_of_the_die_is_kept(self, evening, typed):
        evening.send(do="faces", **typed)
        assert DiceRoll.objects.count() == 0
        assert evening.post.log == []

    def test_gold_short_by_one_is_told_and_nothing_is_done(self, evening):
        evening.to("recruits_and_trading")
        swords, before = evening.warband.treasury // 10, evening.post.version
        page = evening.send("?open=buy", do="buy", whom="stash", item="sword", quantity=str(swords + 1))
        assert f"That costs {10 * (swords + 1)} gc and the treasury holds {evening.warband.treasury} gc." in page
        assert evening.post.version == before
        evening.send("?open=buy", do="buy", whom="stash", item="sword", quantity=str(swords))
        assert evening.warband.treasury < 10

    def test_what_nobody_asks_for_is_refused(self, evening):
        evening.to("recruits_and_trading")
        for do in ("answer", "search", "move", "faces", "", "x" * 300):
            assert "Nothing asks for that now." in evening.send(do=do, item="sword", source="stash", target="Skab"), do

    def test_a_name_and_equipment_that_were_refused_stay_typed(self, evening):
        evening.to("recruits_and_trading")
        typed = {"type": "goblin_warrior", "name": "Da Many", "size": "5", "piece_short_bow": "1", "piece_spear": "2"}
        for _ in range(3):
            page = evening.send("?open=recruit&type=goblin_warrior", do="recruit", **typed)
        assert "notice-loss" in page
        assert 'value="Da Many"' in page

    @pytest.mark.parametrize("step", ["nowhere", "rating-x", "0"])
    def test_a_step_that_there_is_not_is_not_found(self, evening, step):
        assert evening.client.get(nights.address("post-battle-step", evening.post, step)).status_code == 404

    @pytest.mark.parametrize("query", ["?since=x", "?since=-1", f"?since={'9' * 5000}", "?from=%00&item=%F0"])
    def test_odd_addresses_show_the_page(self, evening, query):
        evening.to("equipment")
        evening.page(query=query)


class TestTheSecondClick:
    def test_posted_twice_counts_once(self, evening):
        version = evening.post.version
        evening.send(do="faces", face_1="6", face_2="2", version=version)
        page = evening.send(do="faces", face_1="6", face_2="2", version=version)
        assert "has changed since the page was drawn" in page
        assert DiceRoll.objects.count() == 1

    def test_an_old_tab_is_told_kindly_and_sees_how_things_stand(self, evening):
        version = evening.post.version
        evening.to("recruits_and_trading")
        before = evening.post.log
        page = evening.send(do="roll_on", version=version)
        assert "has changed since the page was drawn" in page
        assert "Recruits and trading" in page
        assert evening.post.log == before

    def test_a_form_without_a_version_does_nothing(self, evening):
        evening.send(do="roll", version="")
        assert DiceRoll.objects.count() == 0

    def test_with_htmx_the_same_page_comes_in_place(self, evening):
        client = evening.client
        sent = {"version": evening.post.version, "do": "faces", "face_1": "6", "face_2": "2"}
        address = nights.address("post-battle-take", evening.post)
        answer = client.post(address, sent, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert answer["HX-Push-Url"].startswith(nights.address("post-battle-step", evening.post, "injuries"))
        page = answer.content.decode()
        assert "<html" not in page
        assert 'id="action-bar" hx-swap-oob="true"' in page
        assert "Hardened" in page
        assert " checked" not in page
        again = client.post(address, sent, headers={"HX-Request": "true"})
        assert "has changed since the page was drawn" in again.content.decode()
        assert DiceRoll.objects.count() == 1


class TestDicePolicies:
    def test_where_the_app_rolls_no_faces_are_typed(self, season, owner, rival):
        evening = evening_of(season, owner, rival, dice_policy="app")
        page = evening.page()
        assert 'name="face_1"' not in page
        assert 'value="roll_on"' in page
        assert "In this campaign the app rolls" in evening.send(do="faces", face_1="6", face_2="2")
        assert DiceRoll.objects.count() == 0

    def test_where_dice_are_rolled_at_the_table_the_app_rolls_none(self, season, owner, rival):
        evening = evening_of(season, owner, rival, dice_policy="table")
        page = evening.page()
        assert 'value="roll_on"' not in page
        assert 'name="face_1"' in page
        assert "type the faces" in evening.send(do="roll")
        assert DiceRoll.objects.count() == 0


class TestHiddenTreasuries:
    @pytest.fixture
    @kept
    def hidden(self, season, owner, rival) -> Evening:
        evening = evening_of(season, owner, rival, treasuries_hidden=True)
        evening.to("equipment")
        evening.send(do="done")
        return evening

    def test_an_opponent_reads_the_night_without_its_gold(self, hidden, rival):
        for step in STEPS:
            page = nights.page(seasons.signed_in(rival), hidden.post, step)
            told = re.sub(r"<table.*?</table>", "", page[page.index('id="night"') :], flags=re.DOTALL)
            assert not re.search(r"\d\s*gc", told), step
            assert re.search(r"\d\s*gc", nights.page(hidden.client, hidden.post, step)), step

    def test_its_player_and_the_arbitrator_see_it(self, hidden, host):
        for client in (hidden.client, seasons.signed_in(host)):
            assert f"{hidden.warband.treasury}\xa0gc" in nights.page(client, hidden.post, "rating")


WHO = ("owner", "rival", "host", "spectator", "stranger", "nobody")
# A row for each address: its own player, the opponent, an arbitrator, a spectator, no member, signed out.
LOOKS = (200, 200, 200, 200, 404, 302)
LEADS = (200, 403, 200, 403, 404, 302)
TABLE = {
    "post-battle": (302, 302, 302, 302, 404, 302),
    "post-battle-step": LOOKS,
    "post-battle-take": (405, 405, 405, 405, 404, 302),
    "post-battle-undo": LEADS,
    "post-battle-dice": LOOKS,
    "post-battle-die": LEADS,
}
TAKES = (302, 403, 302, 403, 404, 302)


class TestWhoMay:
    @pytest.fixture
    @kept
    def browsers(self, owner, rival, host, spectator, stranger) -> dict[str, Client]:
        people = {"owner": owner, "rival": rival, "host": host, "spectator": spectator, "stranger": stranger}
        return {**{name: seasons.signed_in(player) for name, player in people.items()}, "nobody": Client()}

    def test_every_address_has_its_row(self):
        found = {pattern.name for pattern in urls_postbattle.urlpatterns if isinstance(pattern, URLPattern)}
        assert len(found) >= 3
        assert found == set(TABLE)

    @pytest.mark.parametrize("name", TABLE)
    def test_who_may_look(self, evening, browsers, name):
        more: list[object] = ["injuries"] if name == "post-battle-step" else []
        if name == "post-battle-die":
            nights.take(evening.post, faces=(6, 2))
            more = [evening.post.rolls.get().pk]
        for who, expected in zip(WHO, TABLE[name], strict=True):
            with seasons.taken_back():
                answer = browsers[who].get(nights.address(name, evening.post, *more))
            assert answer.status_code == expected, who
            if who == "nobody":
                assert answer.url.startswith(reverse("login"))

    def test_who_may_take(self, evening, browsers):
        post = evening.post
        sent = {"version": post.version, "do": "faces", "face_1": "6", "face_2": "2"}
        for who, expected in zip(WHO, TAKES, strict=True):
            with seasons.taken_back():
                answer = browsers[who].post(nights.address("post-battle-take", post), sent)
                assert answer.status_code == expected, who
                assert DiceRoll.objects.count() == (who in ("owner", "host")), who

    def test_others_see_what_is_due_and_no_form(self, evening, browsers):
        for who in ("rival", "spectator"):
            page = evening.page(client=browsers[who])
            assert "A roll is due" in page
            assert 'name="version"' not in page[page.index('id="night"') :]

    def test_a_night_of_another_campaign_is_not_found_in_this_one(self, evening, host):
        other = seasons.begin(host, "Elsewhere")
        side = evening.post.side
        for name, more in (("post-battle", []), ("post-battle-step", ["injuries"])):
            address = reverse(name, args=[other.pk, side.battle_id, side.pk, *more])
            assert seasons.signed_in(host).get(address).status_code == 404

    def test_a_night_that_is_over_takes_nothing_more(self, evening):
        evening.to("equipment")
        evening.send(do="done")
        version, log = evening.post.version, evening.post.log
        evening.send(do="roll", version=version)
        assert evening.post.log == log


class TestTheCost:
    def queries(self, evening: Evening, step: str, query: str = "") -> int:
        address = nights.address("post-battle-step", evening.post, step) + query
        evening.client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as counted:
            assert evening.client.get(address).status_code == 200
        return len(counted)

    def test_a_page_takes_few_queries_however_many_warriors(self, season, owner, rival, evening):
        few = seasons.begin(seasons.host_of(season), "Another")
        for player in (owner, rival):
            seasons.join(few, player)
        small = acts.warband_of(owner, SMALL)
        enrolled = seasons.enrol(few, small, by=seasons.host_of(few), reason="From another season.")
        other = seasons.enrol(few, acts.exiles(rival), by=seasons.host_of(few), reason="From another season.")
        least = Evening(few, nights.confirmed(enrolled, other), enrolled, other, evening.client)
        for step in ("wyrdstone", "rare_items", "recruits_and_trading", "equipment"):
            evening.to(step), least.to(step)
            counts = [self.queries(one, step) for one in (evening, least)]
            assert counts[0] == counts[1] <= 15, step

    def test_an_open_panel_and_an_act_take_few_queries_too(self, evening):
        """How long they take is measured by the benchmark of a night's steps."""
        evening.to("recruits_and_trading")
        panels = ("?open=buy&for=Gutsnik", "?open=recruit&type=goblin_warrior", "?open=hire", "?open=sell")
        counts = {query: self.queries(evening, "recruits_and_trading", query) for query in ("", *panels)}
        assert max(counts.values()) <= 15, counts
        dagger = {"do": "buy", "whom": "stash", "item": "dagger", "version": evening.post.version}
        with CaptureQueriesContext(connection) as counted:
            evening.client.post(nights.address("post-battle-take", evening.post), dagger)
        assert len(counted) <= 30


SMALL = """
format: mordheim-warband/1
name: Three Are Enough
type: orc_mob
battles: 3
treasury: 200
wyrdstone: 2
stash: [sword]
heroes:
- {name: Gutsnik, type: orc_boss, experience: 25}
- {name: Skab, type: big_un, experience: 17}
- {name: Krump, type: big_un, experience: 17}
"""
