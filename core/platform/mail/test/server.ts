import { SMTPServer } from 'smtp-server';

/** A message as the server took it: its envelope, and the text that came over the line. */
export interface Taken {
  readonly from: string;
  readonly to: string;
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly taken: readonly Taken[];
  /** Passwords that came over the line. */
  readonly passwords: readonly string[];
  stop(): Promise<void>;
}

const answer = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

/**
 * A real SMTP server on a free port. The first word of a recipient says what happens: `unknown` is refused for good,
 * `later` the first time only, `spam` is refused with its content, which the server quotes, and `mute` never gets an
 * answer.
 */
export async function mailServer(): Promise<MailServer> {
  const taken: Taken[] = [];
  const passwords: string[] = [];
  let laterAsked = 0;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? '');
      done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('mute')) return;
      if (address.startsWith('unknown')) return done(answer(550, `No such user ${address}`));
      if (address.startsWith('later') && (laterAsked += 1) === 1) return done(answer(451, 'Try again later'));
      done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const source = Buffer.concat(parts).toString('utf8');
        const to = session.envelope.rcptTo.map(({ address }) => address).join(' ');
        if (to.startsWith('spam')) return done(answer(554, `Spam: ${source.slice(-200)}`));
        const { mailFrom } = session.envelope;
        taken.push({ from: mailFrom === false ? '' : mailFrom.address, to, source });
        done();
      });
    },
  });
  // A client that went away in the middle is no fault of the test.
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    passwords,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
