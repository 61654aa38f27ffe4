import type { AppContext } from '../../context.ts';

/** The e-mail addresses of all operators. */
export async function readOperatorAddresses(ctx: AppContext): Promise<string[]> {
  const operators = await ctx.db.prisma.account.findMany({
    where: { operator: true, deletedAt: null },
    select: { email: true },
    orderBy: { id: 'asc' },
  });
  return operators.map(({ email }) => email);
}
