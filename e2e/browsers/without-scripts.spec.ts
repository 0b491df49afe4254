import { PATHS } from '../support/specification';
import { expect, test } from './test';
import { heading, link } from './visitor';

test('without scripts every page is complete, visible and linked', async ({ visitorWithoutScripts: visitor }) => {
  for (const path of PATHS) {
    await visitor.open(path);
    expect(await visitor.evaluate('return document.documentElement.dataset.js')).toBeNull();
    expect(await visitor.evaluate('return document.querySelectorAll("main h1").length'), path).toBe(1);
    expect(await visitor.evaluate(INVISIBLE), path).toEqual([]);
    expect(await visitor.evaluate('return document.querySelector("noscript").innerText'), path).toMatch(
      /aucun formulaire ne peut partir/,
    );
  }
  await visitor.open('/');
  await visitor.click(link('Envoyer un message', 'main'));
  await visitor.sees(heading('Contactez-nous'));
});

const INVISIBLE = `return [...document.querySelectorAll('main *')]
.filter((element) => getComputedStyle(element).opacity === '0').map((element) => element.outerHTML)`;
