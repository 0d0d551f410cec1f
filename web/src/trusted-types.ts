// Imported first. The component library empties elements with `innerHTML = ''`; under Trusted Types that needs a
// default policy, which lets nothing else through.
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) });

export {};
