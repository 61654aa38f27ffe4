/** One letter, or one message between a person and a GM, as templates/web/player/letter.eta prints it. */
export interface LetterView {
  id: string;
  own: boolean;
  isNew: boolean;
  from: string;
  to: string;
  sentAt: Date;
  /** `turn 3 · by mail` */
  notes: string;
  paragraphs: string[][];
  /** The links to reply to it; none for a message, whose page has one form. */
  replies: { href: string; label: string }[];
  /** Whose letter it is, for screen readers; its date follows. */
  spoken: string;
}
