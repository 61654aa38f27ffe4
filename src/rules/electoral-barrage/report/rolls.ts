import { isStateCode } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { CharacterCode } from '../characters.ts';
import { type AreaCode, areaName, STAFFERS } from '../data.ts';
import { findPlayer, type Resolution, type State } from '../state.ts';

/** An attempt with what it came to, in words. */
export interface ToldRoll {
  one: Resolution;
  /** Its number in the round, from 1. */
  number: number;
  where: string;
  /** `4 +2 town hall = 6`; empty without a roll. */
  roll: string;
  effect: string;
}

/** EB-9.5: the attempts of the last round in order. */
export function toldRolls(before: State, now: State): ToldRoll[] {
  const staffers = new Map(before.players.map((player) => [player.id, player.staffers]));
  return (now.last?.resolutions ?? []).map((one, i) => ({
    ...{ one, number: i + 1, where: shortAreaName(one.area) },
    roll: rollInWords(one, findPlayer(now, one.player)?.character ?? null),
    effect: effectInWords(one, staffers),
  }));
}

const SHORT_NAMES: Partial<Record<AreaCode, string>> = {
  ...{ RECRUIT: 'recruitment', TOWN: 'town hall', ADS: 'attack ads', BALLOT: 'ballots' },
};

/** `California`, `recruitment`. */
export function shortAreaName(area: AreaCode): string {
  return SHORT_NAMES[area] ?? areaName(area);
}

function rollInWords(one: Resolution, character: CharacterCode | null): string {
  if (one.total === null) return 'no roll';
  const bonuses = [
    ...(one.before > 0 ? [`+${2 * one.before} town hall`] : []),
    ...(one.defence ? ['+1 defense'] : []),
    ...(one.ability ? abilityInWords(one, character) : []),
    ...(one.after > 0 ? [`+${one.after} town hall`] : []),
  ];
  const dice = one.dice.join(', again ');
  const sum = bonuses.length === 0 && one.dice.length === 1 ? '' : ` = ${one.total}`;
  return bonuses.length === 0 ? dice : `${dice} ${bonuses.join(' ')}${sum}`;
}

function abilityInWords({ followUp }: Resolution, character: CharacterCode | null): string[] {
  if (followUp) return [];
  if (character === 'nerd') return ['+1 Nerd'];
  return character === 'ivy-leaguer' ? ['(a 1 counts as 6)'] : [];
}

/** @param staffers how many each player has by now; a recruit is added */
function effectInWords(one: Resolution, staffers: Map<SeatIdentifier, number>): string {
  const what = one.won ? successInWords(one, staffers) : 'misses';
  return one.followUp ? `follow-up: ${what}` : what;
}

function successInWords(one: Resolution, staffers: Map<SeatIdentifier, number>): string {
  if (isStateCode(one.area)) {
    if (one.replaced !== null) return `takes a star from ${one.replaced}`;
    if (one.removed !== null) return `defends; ${one.removed} goes home`;
    return one.defence ? 'holds the state' : 'takes a free star';
  }
  if (one.area === 'TOWN') return 'a town hall token';
  if (one.area === 'ADS') return 'an attack-ads token';
  if (one.area === 'BALLOT') return 'an absentee ballot';
  const count = staffers.get(one.player) ?? STAFFERS.start;
  if (count >= STAFFERS.most) return 'has all staffers already';
  staffers.set(one.player, count + 1);
  return 'a new staffer: hooray!';
}
