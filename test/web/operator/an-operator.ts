import type { AppContext } from '../../../src/context.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { anAccount } from '../../games/game/play.ts';

/** An account that runs the server. */
export async function anOperator(ctx: AppContext): Promise<Account> {
  const { id } = await anAccount(ctx, 'Olive Operator');
  return ctx.db.prisma.account.update({ where: { id }, data: { operator: true } });
}
