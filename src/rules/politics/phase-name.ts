import type { State } from './state.ts';

/** What the open phase is called on sheets and pages (PTG-4.1). */
export function phaseName({ phase, round, settings, runoff, speed }: State): string {
  if (phase === 'home') return 'Home states';
  if (phase === 'campaign') return `Campaign turn ${round + 1} of ${settings.turnLimit}`;
  if (phase === 'closing') return 'The last answers';
  if (phase === 'runoff') return withSet('The runoff', runoff?.set ?? 1);
  if (phase === 'speed') return speedName(speed);
  return 'The end';
}

/** The first sheets of Speed Play are for all rounds; after a tie, a sheet is for one. */
function speedName(speed: State['speed']): string {
  if (speed === null || Object.keys(speed.answers).length === 0) return 'Speed Play';
  return withSet(`Speed Play, round ${speed.round} of ${speed.questions.length}`, speed.set);
}

function withSet(name: string, set: number): string {
  return set === 1 ? name : `${name}, set ${set} of questions`;
}
