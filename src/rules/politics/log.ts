import type { StateCode } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Kind } from './bank/record.ts';

/** PTG-8.5: why cash, popular votes or a chip changed hands. */
export type Why =
  | 'answer'
  | 'fee'
  | 'help'
  | 'deal'
  | 'capital'
  | 'wildcard'
  | 'gerrymander'
  | 'flight'
  | 'rest'
  | 'debt'
  | 'runoff'
  | 'speed';

/** PTG-4.5: one of the four printed choices. */
export type Letter = 'A' | 'B' | 'C' | 'D';

/** PTG-8.5: what a right answer earned; null if the answer was wrong or missing. */
export type Reward = 'cash' | 'popular' | 'chip' | null;

/** PTG-8.5: how a candidate changed its place, or did not. */
export type How = 'roll' | 'fly' | 'stay' | 'none' | 'sent';

/** PTG-8.5: one thing that happened in the last processing. */
export type LogEntry =
  | { type: 'home'; by: SeatIdentifier; state: StateCode }
  | {
      type: 'offer';
      by: SeatIdentifier;
      to: SeatIdentifier;
      state: StateCode;
      result: 'accepted' | 'rejected' | 'void';
    }
  | { type: 'help'; by: SeatIdentifier; from: SeatIdentifier; question: string }
  | {
      type: 'answer';
      by: SeatIdentifier;
      question: string;
      kind: Kind;
      state: StateCode;
      id: string;
      answer: Letter | null;
      right: boolean;
      reward: Reward;
    }
  | {
      type: 'show';
      number: number;
      by: SeatIdentifier;
      card: string;
      result: 'staged' | 'success' | 'failure';
      guesser: SeatIdentifier | null;
      objectors: SeatIdentifier[];
    }
  | { type: 'gerrymander'; by: SeatIdentifier; card: string; done: boolean }
  | { type: 'adjourn'; for: SeatIdentifier[]; carried: boolean }
  | { type: 'move'; by: SeatIdentifier; from: StateCode; to: StateCode; how: How }
  | { type: 'rest'; by: SeatIdentifier; paid: boolean }
  | { type: 'wildcard'; by: SeatIdentifier; card: string }
  | { type: 'cash' | 'popular'; who: SeatIdentifier; amount: number; why: Why }
  | { type: 'chip'; state: StateCode; from: SeatIdentifier | null; to: SeatIdentifier | null; why: Why }
  | { type: 'debt'; who: SeatIdentifier; to: Creditor; amount: number }
  | { type: 'reuse'; kind: Kind; state: StateCode | null }
  | { type: 'reshuffle'; deck: 'gerrymander' | 'wildcards' }
  | { type: 'runoff'; set: number; right: [number, number]; winner: SeatIdentifier | null }
  | {
      type: 'speed';
      round: number;
      set: number;
      pair: [SeatIdentifier, SeatIdentifier];
      right: [number, number];
      winner: SeatIdentifier | null;
    };

/** PTG-8.2: to whom a debt is owed: a candidate, or `bank`. */
export type Creditor = SeatIdentifier | 'bank';
