/** @jest-environment node */
import { Text } from '@chakra-ui/react/text';
import { Suspense, use } from 'react';
import { Dialog } from './feedback/dialog';
import { NoticeList } from './feedback/notice-list';
import { CheckboxField, TextAreaField } from './form/fields';
import { Picture, ProgressBar, Section } from './layout/layout';
import { Reveal } from './layout/reveal';
import { renderToStyledHtml } from './server';
import { UiProvider } from './ui-provider';

const everything = (
  <UiProvider>
    <Section tone="ink" id="cta">
      <Reveal delay={80}>
        <Text color="sun">Réservez votre journée</Text>
      </Reveal>
      <Picture src="/a.svg" alt="" width={10} height={10} />
      <TextAreaField label="Message" name="message" />
      <CheckboxField label="Financement" name="isAgefice" />
      <ProgressBar value={0} max={100} label="Avancement" />
      <Dialog open={false} onClose={() => undefined} title="Préférences">
        Contenu
      </Dialog>
      <NoticeList notices={[]} onClose={() => undefined} />
    </Section>
  </UiProvider>
);

test('all styles are in the head: the HTML shows its content and has no style elements or attributes', async () => {
  const { html, styles } = await renderToStyledHtml(everything);
  expect(html).toContain('Réservez votre journée');
  expect(html).toContain('data-stage="shown"');
  expect(html).not.toMatch(/<style|\sstyle=/);
  const classes = [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
  const styled = classes.filter((name) => name.startsWith('css-'));
  expect(styled.length).toBeGreaterThan(8);
  for (const name of styled) expect(styles).toContain(name.slice('css-'.length));
});

test('the head has the tokens, the fonts and the global styles', async () => {
  const { styles } = await renderToStyledHtml(everything);
  expect(styles).toContain('--ui-colors-ink:#16302B');
  expect(styles).toContain("font-family:'Figtree'");
  expect(styles).toContain('scroll-padding-top:var(--ui-spacing-header)');
});

test('suspended content is in its place in the HTML, without scripts', async () => {
  const late = Promise.resolve('Arrivé'.repeat(2000));
  const Late = () => <p>{use(late)}</p>;
  const { html } = await renderToStyledHtml(
    <main>
      <Suspense fallback="Patience">
        <Late />
      </Suspense>
    </main>,
  );
  expect(html).toContain('Arrivé');
  expect(html).not.toMatch(/Patience|<script|hidden/);
});
