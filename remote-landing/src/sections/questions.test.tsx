import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { questions } from '../content/questions';
import { Questions } from './questions';

/** Keeps narrow spaces, which the default normalizer replaces. */
const asWritten = { exact: false, normalizer: (text: string) => text };

let unmount: () => void;

beforeEach(() => {
  ({ unmount } = renderInHost(<Questions host={fakeHost()} />));
});

test('the questions section answers eight questions, each once it is opened', async () => {
  const user = userEvent.setup();
  expect(screen.getAllByRole('group')).toHaveLength(8);
  for (const { question, answer } of questions.list(exampleSite)) {
    const text = screen.getByText(answer, asWritten);
    expect(text).not.toBeVisible();
    await user.click(screen.getByText(question, asWritten));
    expect(text).toBeVisible();
  }
});

test('the questions section links from the funding questions to the funding guide', () => {
  const linked = screen
    .getAllByRole('group')
    .filter((item) => within(item).queryByRole('link', { hidden: true, name: questions.fundingGuide }));
  expect(linked.map((item) => item.querySelector('summary')?.textContent)).toEqual([
    expect.stringContaining('AGEFICE ou FIF-PL'),
    expect.stringContaining('Quand suis-je remboursé'),
  ]);
  for (const link of screen.getAllByRole('link', { hidden: true, name: questions.fundingGuide }))
    expect(link).toHaveAttribute('href', '/agefice');
});

test('the questions section links to the contact page for other questions', () => {
  expect(screen.getByRole('link', { name: questions.other.link })).toHaveAttribute('href', '/contact');
});

test('the questions section answers the question about payment in the owner’s words, if given', () => {
  expect(screen.queryByText(questions.payment, asWritten)).not.toBeInTheDocument();
  unmount();
  const payment = { when: 'Vous réglez après la journée.', refusal: 'En cas de refus, vous choisissez.' };
  renderInHost(<Questions host={fakeHost({ site: { ...exampleSite, payment } })} />);
  expect(screen.getByText(questions.payment, asWritten)).toBeVisible();
  expect(screen.getByText('Vous réglez après la journée. En cas de refus, vous choisissez.')).toBeInTheDocument();
});

test('the questions section says that who pays alone pays a deposit, where the owner asks for one', () => {
  const site = { ...exampleSite, payment: { when: 'Vous réglez après la journée.' }, papers: { deposit: true } };
  renderInHost(<Questions host={fakeHost({ site })} />);
  expect(
    screen.getByText(/^Vous réglez après la journée\. Si vous payez seul, un acompte de 30\s% est demandé/),
  ).toBeInTheDocument();
});
