import net, { type AddressInfo } from 'node:net';

/** A proxy between the server and its mailbox. */
export interface RefusingProxy {
  /** The address of the mailbox through the proxy. */
  url: string;
  /** Whether what succeeds is a refusal for the server. */
  isRefusing: boolean;
  /** How often something was refused. */
  refusals(): number;
  close(): void;
}

/**
 * Starts a proxy on loopback that turns the success of a command into a refusal: Dovecot cannot be told to refuse.
 * @param mailbox the address of the mailbox
 * @param success the end of the command as Dovecot says it, such as `OK Fetch completed`
 * @param refusal what the server gets in its place
 */
export async function startRefusingProxy(
  mailbox: string,
  success: RegExp,
  refusal: string,
): Promise<RefusingProxy> {
  const url = new URL(mailbox);
  const { hostname, port } = url;
  let refusals = 0;
  const refused = (data: Buffer) => {
    const changed = data.toString('latin1').replace(success, () => {
      refusals += 1;
      return refusal;
    });
    return Buffer.from(changed, 'latin1');
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    far.on('data', (data) => near.write(proxy.isRefusing ? refused(data) : data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.port = String((server.address() as AddressInfo).port);
  const proxy: RefusingProxy = {
    url: url.href,
    isRefusing: true,
    refusals: () => refusals,
    close: () => void server.close(),
  };
  return proxy;
}
