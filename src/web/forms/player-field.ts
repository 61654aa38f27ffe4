import { z } from 'zod';

/** The longest mark that is read: far longer than any that this server makes. */
const MAX_MARK = 100;

/**
 * Whom a form means with a seat: the mark of its player when the page was made (see `playerMark`). Without it, the form means
 * the person who has it by then.
 */
export const PlayerField = z.string().max(MAX_MARK).optional();
