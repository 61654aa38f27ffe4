import { setOperator } from '../accounts/operator-account.ts';
import { accountIdOf, readTypedAccount } from '../accounts/typed-account.ts';
import type { AppContext } from '../context.ts';
import { type Output, printProblems } from './output.ts';

/**
 * `whistlestop operator ACCOUNT-OR-ADDRESS --give|--take`: gives an account the right of an operator or takes it away, for someone
 * with access to the machine.
 * @param who an account number or an e-mail address
 * @returns the exit status: 0, also if the account had the right already or did not have it; 2 if there is no such account, if it
 * cannot be an operator's, if it is the last operator's, or if not exactly one of the two is wanted
 */
export async function operator(
  ctx: AppContext,
  who: string,
  { give = false, take = false }: { give?: boolean; take?: boolean },
  output: Output,
): Promise<number> {
  const { stdout, stderr } = output;
  if (give === take) {
    stderr.write('Say what to do: --give or --take.\n');
    return 2;
  }
  const typed = readTypedAccount(who);
  const id = typed && (await accountIdOf(ctx, typed));
  if (id === null) {
    stderr.write(
      `There is no account ${who}. Enter an account number, such as 10001, or an e-mail address.\n`,
    );
    return 2;
  }
  const set = await setOperator(ctx, id, give);
  if (!set.ok) {
    printProblems(output, set.problems);
    return 2;
  }
  const { account, changed } = set.value;
  stdout.write(
    `${account.name} (#${account.id}) ${RESULTS[give ? 'give' : 'take'][changed ? 'done' : 'before']}\n`,
  );
  if (changed) ctx.log.warn({ changed: account.id, operator: give }, 'rights of an operator changed');
  return 0;
}

const RESULTS = {
  give: {
    done: 'is an operator now. No mail says so: tell them. Operators get the alerts of this server.',
    before: 'is an operator already.',
  },
  take: {
    done: 'is not an operator anymore. No mail says so: tell them.',
    before: 'is not an operator.',
  },
};
