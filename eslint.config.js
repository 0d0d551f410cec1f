import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Node strips types and runs the rest: what it cannot strip is refused here with the reason. */
const notErasable = [
  {
    selector: 'TSEnumDeclaration',
    message: 'Node runs this file by stripping types, and an enum cannot be stripped. Use a union of literals.',
  },
  {
    selector: 'Decorator',
    message: 'Node cannot run decorators. Use defineEntity, static properties or a plain call.',
  },
  {
    selector: 'TSParameterProperty',
    message: 'Node cannot strip a parameter property. Declare the field and assign it.',
  },
  { selector: 'TSModuleDeclaration[kind="namespace"]', message: 'Node cannot strip a namespace. Use a module.' },
  { selector: 'TSImportEqualsDeclaration', message: 'Node cannot strip this import. Use an ES import.' },
];

/** Time that passes, in a test: by chance it is too short, and always it is waited for. */
const byTheClock = [
  {
    selector: ':matches(CallExpression, NewExpression) > Identifier.callee[name=/^(setTimeout|setInterval)$/]',
    message: 'A test waits with eventually() or settle(), and moves an injected clock; or it lies in exclusive/.',
  },
  {
    selector: "MemberExpression[object.name='AbortSignal'][property.name='timeout']",
    message: 'A limit in real time fails by chance. Wait with eventually(), or move an injected clock.',
  },
  {
    selector: "MemberExpression[object.name='performance'][property.name='now']",
    message: 'No test asserts how long something takes. For a comment there is stopwatch(); speed lives in the bench.',
  },
  {
    selector:
      "BinaryExpression[operator=/^[<>]=?$/] CallExpression > MemberExpression[object.name='Date'][property.name='now']",
    message: 'A deadline in real time fails by chance. Wait with eventually().',
  },
  {
    selector: ':matches(WhileStatement, DoWhileStatement) Identifier[name=setImmediate]',
    message: 'A loop without an end hangs. Wait with eventually().',
  },
];

/** Mistakes that neither the type check nor a quick read finds. */
const mistakes = [
  'no-async-promise-executor',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-debugger',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty',
  'no-empty-pattern',
  'no-fallthrough',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-prototype-builtins',
  'no-self-assign',
  'no-self-compare',
  'no-sparse-arrays',
  'no-unmodified-loop-condition',
  'no-unreachable-loop',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-useless-catch',
  'no-useless-escape',
  'require-yield',
  'use-isnan',
];

export default defineConfig(
  { ignores: ['**/dist/', 'web/dist.*/', '**/node_modules/', '**/coverage/', '**/.tap/', 'data/'] },
  tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...Object.fromEntries(mistakes.map((name) => [name, 'error'])),
      'no-restricted-syntax': ['error', ...notErasable],
      // Prettier sets code; this is for comments. A text or an address is not cut for it.
      'max-len': [
        'error',
        { code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      'max-lines': ['error', 400],
      'object-shorthand': ['error', 'properties'],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-empty-object-type': ['error', { allowObjectTypes: 'always' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^(_|t$)', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description', minimumDescriptionLength: 5 },
      ],
    },
  },
  // What talks to the person at the terminal does it through the console.
  {
    files: ['core/*.{ts,js}', 'core/commands/**', 'test/**', 'web/build*', '**/test/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/test/**', 'core/testing/**'],
    ignores: [
      '**/exclusive/**',
      'test/bench/**',
      'test/run/**',
      'test/run.ts',
      'test/check.js',
      'core/testing/waiting.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', ...notErasable, ...byTheClock],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:timers/promises',
              importNames: ['setTimeout', 'setInterval'],
              message: 'A test waits with eventually() or settle(), and moves an injected clock.',
            },
          ],
        },
      ],
    },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  // Misuses are written out on purpose.
  { files: ['**/*.types.ts'], rules: { '@typescript-eslint/no-unused-expressions': 'off' } },
);
