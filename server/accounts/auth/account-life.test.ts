import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AccountModel,
  type Act,
  type Browser,
  type Person,
  check,
  newBrowser,
} from '../../testkit/account-model/account-model.ts';
import { requestReset, deleteAccount, reset, setPassword, verify } from '../../testkit/account-model/passwords.ts';
import {
  HOME,
  signInAsStranger,
  signInByAddress,
  signInByProvider,
  enterCode,
  signWithPasskey,
  enterRecoveryCode,
  signIn,
  signOut,
  signUp,
} from '../../testkit/account-model/sign-in.ts';
import {
  addApp,
  addKey,
  endOtherSessions,
  endSessionsOneByOne,
  link,
  removeApp,
  removeKey,
  renewCodes,
  unlink,
} from '../../testkit/account-model/sign-in-methods.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../testkit/openid-provider.ts';
import { providersSetting } from '../../testkit/provider-client.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

/** Actions of anyone, in any browser. */
const ANYWHERE = [
  signUp,
  signInAsStranger,
  signIn,
  signInByProvider,
  signInByAddress,
  signOut,
  reset,
  verify,
  requestReset,
];
/** Actions of a user who must give a second factor. */
const ASKED = [enterCode, signWithPasskey, enterRecoveryCode];
/** Actions of a signed-in user. */
const SIGNED_IN = [
  addApp,
  addKey,
  deleteAccount,
  endOtherSessions,
  endSessionsOneByOne,
  link,
  removeApp,
  removeKey,
  renewCodes,
  setPassword,
  unlink,
];

let provider: OpenIdProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startOpenIdProvider([`${HOME}/auth/corp/callback`]);
  // Because mail is configured, addresses must be confirmed.
  server = await startTestServer({
    OPENID_PROVIDERS: providersSetting({ corp: provider }),
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const steps = fc.array(
  fc.record({
    act: fc.oneof(
      // Actions that add a way in are more frequent than actions that remove one.
      { weight: 3, arbitrary: fc.constantFrom(signIn, ...ASKED, addApp, addKey, verify) },
      { weight: 4, arbitrary: fc.constantFrom(...ANYWHERE, ...ASKED, ...SIGNED_IN) },
    ),
    browser: fc.nat(2),
    person: fc.nat(1),
    right: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    /** Picks any browser, even one whose user can't perform the action. */
    astray: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  }),
  { minLength: 25, maxLength: 40 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

/** The browser for a step, usually one whose user can perform it. */
function browserFor({ browsers }: AccountModel, { act, browser, astray }: Step): Browser {
  const fitting = browsers.filter((one) =>
    ASKED.includes(act) ? one.pending !== null : !SIGNED_IN.includes(act) || one.person !== null,
  );
  const among = astray || fitting.length === 0 ? browsers : fitting;
  return among[browser % among.length] as Browser;
}

const step = (act: Act, browser = 0, right = true): Step => ({ act, browser, person: 0, right, astray: false });
/** Rare sequences: something was started, linked or stored before an action that should have ended it. */
const HARD: Step[][] = [
  [verify, addApp].map((act) => step(act)).concat(step(signIn, 1), step(setPassword), step(enterCode, 1)),
  [verify, addKey].map((act) => step(act)).concat(step(signIn, 1), step(reset), step(signWithPasskey, 1)),
  [verify, link, reset].map((act) => step(act)).concat(step(signInByProvider, 1)),
  [link, verify, reset].map((act) => step(act)).concat(step(signInByProvider, 1, false)),
  [step(requestReset), step(setPassword)],
  [step(verify, 1), step(link), step(addApp), step(addKey), step(reset, 2), step(signIn, 2), step(addApp, 2)],
  [verify, addApp, removeApp, addApp]
    .map((act) => step(act))
    .concat(step(signIn, 1), step(enterRecoveryCode, 0, false)),
  [verify, addApp].map((act) => step(act)).concat(step(signIn, 1), step(deleteAccount), step(enterCode, 1)),
  [verify, addApp].map((act) => step(act)).concat(step(signIn, 1), step(enterRecoveryCode, 1)),
  [step(signIn, 1), step(signUp), step(endSessionsOneByOne, 1)],
];

it('in any order of actions, accounts admit only their owner, and the owner always has a way in', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const model: AccountModel = { server, provider, people: [], browsers: [0, 1, 2].map(() => newBrowser(server)) };
      // The first step is a sign-up, because there are no accounts yet.
      const beginning = { act: signUp, browser: 0, person: 0, right: true, astray: false };
      for (const step of [beginning, ...taken]) {
        const whom = model.people.at(-1 - (step.person % Math.max(1, model.people.length))) as Person;
        await step.act(model, { browser: browserFor(model, step), whom, right: step.right });
        await check(model, `${step.act.name} ${JSON.stringify(step)}`);
      }
      await enterByEveryWay(model);
    }),
    { numRuns: 12, examples: HARD.map((acts) => [acts]) },
  );
});

/**
 * Checks that former passwords and reset links don't work any more, and that every current way in works in a new
 * browser.
 */
async function enterByEveryWay(model: AccountModel): Promise<void> {
  for (const whom of model.people) {
    await signIn(model, { browser: newBrowser(server), whom, right: false });
    await reset(model, { browser: newBrowser(server), whom, right: false });
    if (whom.deleted) continue;
    const doors = [...(whom.password === null ? [] : [signIn]), ...(whom.subject === null ? [] : [signInByProvider])];
    expect(doors.length).toBeGreaterThan(0);
    const factors = [
      ...(whom.secret === null ? [] : [enterCode]),
      ...(whom.key === null ? [] : [signWithPasskey]),
      ...(whom.codes.length === 0 ? [] : [enterRecoveryCode]),
    ];
    for (const door of doors)
      for (const factor of factors.length === 0 ? [null] : factors) {
        const browser = newBrowser(server);
        await door(model, { browser, whom, right: true });
        await factor?.(model, { browser, whom, right: true });
        expect((await browser.client.get('/api/users/me')).body.id).toBe(whom.id);
      }
  }
}
