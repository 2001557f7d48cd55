import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, 'close');
  return port;
}
