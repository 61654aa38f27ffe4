import type { AppContext } from '../context.ts';
import { retryAllWaiting } from '../mail/delivery/waiting-mail.ts';
import { counted } from '../rules/numbers.ts';
import type { Output } from './output.ts';

/**
 * `whistlestop send-mail`: makes all waiting mail due, whatever it waits for.
 * @returns the exit status: 0
 */
export async function sendMail(ctx: AppContext, { stdout }: Output): Promise<number> {
  const count = await retryAllWaiting(ctx);
  stdout.write(
    count === 0
      ? 'No e-mail is waiting for a later attempt.\n'
      : `${counted(count, 'e-mail')} will be sent now. A server must be running: this command sends nothing itself.\n`,
  );
  return 0;
}
