import { findSheetAddress, SHEET_PREFIX } from '../../games/mailed-sheets/sheet-address.ts';
import { takeMail } from '../../games/mailed-sheets/take-mail.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { extractReply } from './extract-reply.ts';

/** Handles `sheet-<key>@…`: sheets and commands of players. A key stands for one seat, one turn and one account. */
export const sheetHandler: InboundAddressHandler = {
  prefix: SHEET_PREFIX,
  exists: async (ctx, key) => (await findSheetAddress(ctx.db.prisma, ctx, key)) !== null,
  async handle(ctx, { key, sender }, { from, subject, text }) {
    return await takeMail(ctx, key, { from, subject, own: extractReply(text, sender), whole: text });
  },
};
