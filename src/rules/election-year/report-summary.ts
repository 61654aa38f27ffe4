import { stateOf } from '../country.ts';
import { called, listed } from '../report-page.ts';
import { sumSpent } from './campaigning.ts';
import { CONVENTION_TURN, PARTIES, PARTY_MEMBER, PARTY_NAMES } from './data.ts';
import { countStates, outcome } from './election.ts';
import { counted, dollars, type Page } from './report-words.ts';
import type { Player } from './state.ts';

/** The turn in a few plain sentences: the mail's body. Holds the reader's own figures and nobody else's. */
export function summarize(page: Page): string[] {
  const { reader, now } = page;
  const sentences = now.turn === 0 ? opening(page) : [standing(page)];
  if (now.turn === CONVENTION_TURN) sentences.push(...nominations(page));
  if (now.phase === 'over') sentences.unshift(...result(page));
  if (reader !== null) sentences.push(...personal(page, reader));
  return [...sentences, ...coming(page)];
}

function opening({ now, reader }: Page): string[] {
  const candidates = `${now.players.length} candidates run for president.`;
  if (reader === null) return [candidates];
  const you = `You are ${reader.id}, a ${PARTY_MEMBER[reader.party]} from ${stateOf(reader.home).name}.`;
  return [candidates, you];
}

function standing({ now }: Page): string {
  const states = countStates(now.leaders);
  const parties = PARTIES.map(
    (party) =>
      `the ${PARTY_NAMES[party]} lead in ${counted(states[party], 'state')} with ${now.partyVotes[party]} electoral votes`,
  );
  return `After turn ${now.turn} ${listed(parties)}.`;
}

function nominations(page: Page): string[] {
  const { conventions, promoted } = page.now;
  if (conventions === null) return [];
  const sentences = PARTIES.map((party) => {
    const { president, vicePresident } = conventions[party];
    const mate = vicePresident === null ? '' : `, and ${called(page, vicePresident)} for vice-president`;
    return `The ${PARTY_NAMES[party]} nominated ${called(page, president)} for president${mate}.`;
  });
  if (promoted.length > 0) {
    sentences.push(`${listed(promoted.map((id) => called(page, id)))} gained 1 campaign ability.`);
  }
  return sentences;
}

function result(page: Page): string[] {
  const end = outcome(page.now);
  const { election } = page.now;
  if (end === null || election === null || end.winner === null) return [];
  const sentences = [
    `${called(page, end.winner)} is elected president: the ${PARTY_NAMES[election.winner]} have won the general election.`,
  ];
  const place = page.reader === null ? undefined : end.standings.find(({ id }) => id === page.reader?.id);
  if (place !== undefined) sentences.push(`You finish in place ${place.place} (${String(place.title)}).`);
  return sentences;
}

function personal({ now }: Page, reader: Player): string[] {
  if (now.phase === 'over') return [];
  if (now.turn === 0) return [`You have ${dollars(reader.cash)} in campaign funds.`];
  const spent = sumSpent(now.campaigning[reader.id] ?? []);
  return [
    `You spent ${dollars(spent)}, raised ${dollars(reader.raised)} on your trips and got ${dollars(reader.contributions)} in contributions.`,
    `You now have ${dollars(reader.cash)} in campaign funds and ${reader.votes} electoral votes.`,
  ];
}

function coming({ turn, header, reader }: Page): string[] {
  if (turn === null) return [];
  const whose = reader === null ? 'The sheets' : 'Your sheet';
  const verb = reader === null ? 'are' : 'is';
  return header.due === null ? [] : [`${whose} for turn ${turn} ${verb} due ${header.due}.`];
}
