import { byPhone } from '@site/remote-owner/src/content/by-phone';
import { space } from '@site/remote-owner/src/content/space';
import { welcomeWording } from '@site/supabase/functions/_shared/content/welcome';

const TABS: readonly string[] = Object.values(space.tabs);
const viewsIn = (text: string) => [...text.matchAll(/dans «\u202f(.*?)\u202f»/gi)].map(([, view]) => view);

test.each([
  ['the welcome mail', welcomeWording.steps.join(' ')],
  ['the refusal of a closed day', byPhone.closed('2026-12-01')],
])('%s sends the owner to a tab of the space', (_, text) => {
  const views = viewsIn(text);
  expect(views).toHaveLength(1);
  expect(TABS).toEqual(expect.arrayContaining(views));
});
