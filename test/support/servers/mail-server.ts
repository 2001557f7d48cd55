import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A mail as the server took it. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text as they came. */
  readonly data: string;
}

/** A mail server on this machine that speaks as much of SMTP as a sender needs. */
export class MailServer {
  readonly mails: Mail[] = [];
  /** The reply to RCPT TO; 250 takes it. */
  recipientAnswer = '250 OK';
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
      this.talk(socket);
    });
  }

  static async start(): Promise<MailServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new MailServer(server);
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private talk(socket: Socket): void {
    let pending = '';
    let from = '';
    let to: string[] = [];
    let isData = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply('220 mail.example.com');
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (;;) {
        const end = pending.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const text = pending.slice(0, end);
        pending = pending.slice(end + (isData ? 5 : 2));
        if (isData) {
          this.mails.push({ from, to, data: text });
          [from, to, isData] = ['', [], false];
          reply('250 taken');
        } else if (/^MAIL FROM:/i.test(text)) {
          from = /<(.*?)>/.exec(text)?.[1] ?? '';
          reply('250 OK');
        } else if (/^RCPT TO:/i.test(text)) {
          to.push(text.slice(8));
          reply(this.recipientAnswer);
        } else if (/^DATA/i.test(text)) {
          isData = true;
          reply('354 go on');
        } else if (/^QUIT/i.test(text)) {
          reply('221 bye');
          socket.end();
        } else reply('250 OK');
      }
    });
  }
}
