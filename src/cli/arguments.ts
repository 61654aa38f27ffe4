import { InvalidArgumentError } from 'commander';
import { parseAccountNumber } from '../accounts/account-number.ts';

/** Reads the number of a port from the command line; 0 for any free one. @throws InvalidArgumentError, which commander prints */
export function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('Enter a whole number from 0 to 65535.');
}

/** Reads an account number from the command line. @throws InvalidArgumentError, which commander prints */
export function accountNumber(text: string): number {
  const number = parseAccountNumber(text);
  if (number !== null && number > 0) return number;
  throw new InvalidArgumentError('Enter an account number, such as 10001.');
}
