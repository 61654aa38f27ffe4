import { byState, type StateCode, stateOf } from '../../country.ts';
import type { ElectoralMap, MapMark } from '../../report.ts';
import { reach } from '../data/map.ts';

const START = { tone: null, strength: 3 } as const;
const REACHED = { tone: null, strength: 5 } as const;
const OTHER = { tone: null, strength: 1 } as const;

/** PTG-2.3: the states that a roll reaches, each with its electoral votes. */
export function reachMap(from: StateCode, roll: number): ElectoralMap {
  const reached: ReadonlySet<StateCode> = new Set(reach(from, roll));
  const markOf = (code: StateCode): MapMark => {
    const label = String(stateOf(code).electoralVotes);
    if (code === from) return { ...START, label, words: 'the start' };
    if (reached.has(code)) return { ...REACHED, label, words: `reached by a ${roll}` };
    return { ...OTHER, label, words: 'not reached' };
  };
  return {
    kind: 'map',
    caption: `What a ${roll} from ${stateOf(from).name} reaches, with the electoral votes of the states`,
    states: byState(({ code }) => markOf(code)),
    legend: [
      { ...REACHED, text: `reached by a ${roll}` },
      { ...START, text: `${stateOf(from).name}, the start` },
      { ...OTHER, text: 'not reached' },
    ],
  };
}
