import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { newId, shapeOf, Type } from '@dossier/sdk';
import type { Vault } from '@dossier/sdk';
import { mountPath } from './provider.ts';

/**
 * Browsers with which an account was signed in to before, known by a sealed cookie (OWASP, "Slow Down Online Guessing
 * Attacks with Device Cookies"): wrong passwords that others try elsewhere do not keep its owner waiting there.
 */
export interface KnownDevices {
  /** The id of the browser, if the owner of the account has signed in with it; `account` as the throttle counts it. */
  idOf(request: IncomingMessage, account: string): string | undefined;
  /** `Set-Cookie` with which this browser is known for the account from now on. */
  remember(request: IncomingMessage, account: string): string;
}

/** Seconds: who comes by twice a year is still known. */
const kept = 180 * 24 * 60 * 60;
/** Accounts of one browser; the one that signed in longest ago is forgotten first. */
const most = 5;
const context = 'sign-in/device';

const Device = Type.Object({ id: Type.String(), accounts: Type.Array(Type.String()) });

export function createKnownDevices({ vault, publicUrl }: { vault: Vault; publicUrl: () => string }): KnownDevices {
  const isSecure = (): boolean => publicUrl().startsWith('https:');
  const name = (): string => `${isSecure() ? '__Secure-' : ''}dossier_op_device`;
  const mark = (account: string): string => vault.fingerprint(account, context).slice(0, 22);

  const read = (request: IncomingMessage): Type.Static<typeof Device> | undefined => {
    const sealed = parseCookie(request.headers.cookie ?? '')[name()];
    if (sealed === undefined) return undefined;
    try {
      const device: unknown = JSON.parse(vault.open(sealed, context));
      return shapeOf(Device).fits(device) ? device : undefined;
    } catch {
      // Whatever we did not seal is no cookie of ours.
      return undefined;
    }
  };

  return {
    idOf(request, account) {
      const device = read(request);
      return device?.accounts.includes(mark(account)) ? device.id : undefined;
    },
    remember(request, account) {
      const { id, accounts } = read(request) ?? { id: newId(), accounts: [] };
      const own = mark(account);
      const device = { id, accounts: [own, ...accounts.filter((one) => one !== own)].slice(0, most) };
      return stringifySetCookie({
        name: name(),
        value: vault.seal(JSON.stringify(device), context),
        path: mountPath,
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure(),
        maxAge: kept,
      });
    },
  };
}
