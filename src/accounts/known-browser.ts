import type { AppContext } from '../context.ts';
import { keyedHash } from './keyed-hash.ts';

/** What stands for an account in a browser in which someone has signed in to it before (src/web/access/known-browsers.ts). */
export async function browserOf(ctx: Pick<AppContext, 'db'>, accountId: number): Promise<string> {
  return (await keyedHash(ctx, 'known browser', `${accountId}`)).slice(0, 32);
}
