import { z } from 'zod';

/** A webhook as programs see it. */
export const WEBHOOK = z.looseObject({
  id: z.string(),
  kind: z.string(),
  address: z.string(),
  createdAt: z.iso.datetime(),
  disabledAt: z.iso.datetime().nullable(),
  calls: z.array(z.unknown()),
});
