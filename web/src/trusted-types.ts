// Imported first. The component library empties elements with `innerHTML = ''`, and a worker is made of an address;
// under Trusted Types that needs a default policy. It lets nothing else through: no script but a worker's, and that of
// the bundle.
type Rule = (text: string, type: string, sink: string) => string | null;
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: Rule; createScriptURL: Rule }): unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text === '' ? '' : null),
  createScriptURL: (address, _type, sink) => {
    if (sink !== 'Worker constructor') return null;
    const { origin, pathname } = new URL(address, document.baseURI);
    return origin === location.origin && pathname.startsWith('/assets/') ? address : null;
  },
});

export {};
