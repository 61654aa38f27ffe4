/** What stands between the signs that other mail servers and nodemailer write around e-mail addresses. */
const WORD = /[^\s<>"'(),;:]+/g;

/** Words for the log, without e-mail addresses. */
export function withoutAddresses(text: string): string {
  return text.replace(WORD, (word) => (/[^@]@[^@]/.test(word) ? '[address hidden]' : word));
}

/**
 * A failed attempt for the log, without e-mail addresses: mail servers repeat the recipient's in what they say, and nodemailer
 * adds lists of those that were refused.
 */
export function loggedFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const { code, command, responseCode } = error as {
    code?: unknown;
    command?: unknown;
    responseCode?: unknown;
  };
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    ...{ code, command, responseCode },
    stack: withoutAddresses(error.stack ?? ''),
  };
}
