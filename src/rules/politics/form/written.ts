import type { SeatIdentifier } from '../../ruleset.ts';
import type { SheetSection } from '../../sheet.ts';
import { questionOf } from '../bank/index.ts';
import { writtenParts } from '../owing.ts';
import type { State } from '../state.ts';

const LONGEST_WRITTEN = 60;

/** PTG-4.7: a line for each question of the runoff, or of the rounds of Speed Play in which the seat may take part. */
export function writtenSection(state: State, seat: SeatIdentifier): SheetSection {
  const parts = writtenParts(state, seat);
  const isMixed = parts.length > 1;
  const entries = parts.flatMap(({ round, questions }) =>
    questions.map((id, i) => {
      const { text } = questionOf(state.settings, id);
      return isMixed ? `Round ${round}, question ${i + 1}: ${text}` : `${i + 1}: ${text}`;
    }),
  );
  return {
    title: 'Written answers',
    hint: 'There are no choices. Capitals, articles, and accents do not matter, and one slip of the pen in a long answer is forgiven.',
    fields: [{ kind: 'texts', name: 'written', label: 'Answers', max: LONGEST_WRITTEN, entries }],
  };
}
