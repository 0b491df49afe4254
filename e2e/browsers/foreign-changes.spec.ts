import { CHANGES } from '../support/foreign-changes';
import { VISITOR } from '../support/forms';
import { expect, test } from './test';
import { field, type Visitor } from './visitor';

const SCRIPTS = /^\/r\/.*\.js$/;

const typedIn = (visitor: Visitor, name: string) =>
  visitor.evaluate('return document.getElementById(arguments[0]).value', `field-${name}`);

async function moveCaretBehindThree(visitor: Visitor) {
  await visitor.press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
}

for (const [program, change] of Object.entries(CHANGES)) {
  test(`the booking keeps what was typed before hydration when ${program}`, async ({
    visitor,
    site,
    email,
    problems,
  }) => {
    problems.tolerate(/could not be hydrated/);
    const proceed = site.hold(SCRIPTS);
    await visitor.open('/booking');
    await visitor.type(field('E-mail'), email);
    await visitor.click({ role: 'checkbox' });
    // The caret of an e-mail field cannot be read.
    await visitor.type(field('Nom complet'), VISITOR);
    await moveCaretBehindThree(visitor);
    await visitor.evaluate(`(${change})()`);
    proceed();
    await visitor.waitForContent();
    await visitor.typeAtFocus('-');
    await expect.poll(() => typedIn(visitor, 'name')).toBe(VISITOR.replace('Cam', 'Cam-'));
    expect(await typedIn(visitor, 'email')).toBe(email);
    expect(await visitor.evaluate('return document.getElementById("field-isAgefice").checked')).toBe(true);
  });
}
