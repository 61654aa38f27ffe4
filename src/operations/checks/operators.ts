import { isPlaceholderAddress } from '../../accounts/operator-address.ts';
import type { AppContext } from '../../context.ts';
import { counted } from '../../rules/numbers.ts';
import { readOperatorAddresses } from '../alerts/operator-addresses.ts';
import type { HealthCheck } from '../health.ts';

/** Checks that an operator gets the mail about what is wrong: the first account may have been created without an address. */
export function operatorsCheck(ctx: AppContext): HealthCheck {
  return {
    name: 'operators',
    async run() {
      const addresses = await readOperatorAddresses(ctx);
      const reached = addresses.filter((email) => !isPlaceholderAddress(email));
      if (reached.length > 0) {
        return {
          level: 'ok',
          message: `${counted(reached.length, 'operator')} would get mail about what is wrong.`,
        };
      }
      return {
        level: 'warning',
        message:
          'No operator has an e-mail address, so no one would get mail about what is wrong. Set OPERATOR_EMAIL and restart the server, or enter your address under Account. If another account of yours has that address, make it an operator: whistlestop operator --help says how.',
      };
    },
  };
}
