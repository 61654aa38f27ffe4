/** How a mail server is connected to. */
export interface SmtpTarget {
  /** The address without its query, as nodemailer would read settings from it. */
  url: string;
  /** Whether mail is sent only if the connection can be encrypted (STARTTLS) and the certificate is good. */
  requireTls: boolean;
}

/**
 * Reads the address of a mail server. Mail and password cross other machines only encrypted: `smtps://` always is, and
 * `smtp://` must offer STARTTLS, unless the server runs on this machine or its address ends with `?tls=optional`.
 */
export function smtpTarget(address: string): SmtpTarget {
  const url = new URL(address);
  const isOptional = url.searchParams.get('tls') === 'optional';
  url.search = '';
  const requireTls = url.protocol === 'smtp:' && !isOptional && !isLoopback(url.hostname);
  return { url: url.href, requireTls };
}

/** Whether a host name of a URL means this machine, so that no one can listen on the way. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]') return true;
  return /^127(\.\d{1,3}){3}$/.test(name);
}
