import type { HostLinkProps } from '@site/contract/host';
import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FundedPlan, Pricing } from './pricing';

describe('pricing', () => {
  const plan = (name: string) => screen.getByRole('article', { name });

  test('states the exact condition of the refund and where to request it', () => {
    renderInHost(<Pricing host={fakeHost()} />);
    expect(plan('Formule standard')).toHaveTextContent(
      `Si, à la fin de la journée, trois automatisations ne sont pas installées et fonctionnelles, vous êtes remboursé. Écrivez à ${exampleSite.email}.`,
    );
  });

  test('marks a missing address as to be completed', () => {
    renderInHost(<Pricing host={fakeHost({ site: { ...exampleSite, email: '' } })} />);
    expect(plan('Formule standard')).toHaveTextContent('Écrivez à [À compléter].');
  });

  test('never mentions full funding without its condition', () => {
    renderInHost(<Pricing host={fakeHost()} />);
    const funded = plan('Formule financée');
    expect(within(funded).getByText('320 €')).toHaveTextContent('320 € TTC');
    expect(screen.getAllByText(/100 %/).map((line) => line.textContent?.replace(/\s/g, ' '))).toEqual([
      'Prise en charge possible jusqu’à 100 % du coût, selon les critères et plafonds de votre fonds et sous réserve de son accord',
    ]);
  });

  test('lists the contents of the funded plan, and puts no tick next to its drawbacks', () => {
    renderInHost(<Pricing host={fakeHost()} />);
    const funded = within(plan('Formule financée'));
    for (const line of [
      'Financements possibles : AGEFICE, OPCO, FIF-PL, CFP',
      'Montage et suivi du dossier inclus',
      /^Délai de remboursement allongé/,
      'Formation programmée 15 jours après l’envoi du dossier complet, au plus tôt',
    ]) {
      expect(funded.getByText(line)).toBeVisible();
    }
    const ticked = funded.getAllByRole('listitem').filter((item) => item.querySelector('svg'));
    expect(ticked).toHaveLength(3);
    for (const item of ticked) expect(item).not.toHaveTextContent(/remboursement|programmée/);
  });

  test('shows what the papers say about VAT under both prices, while the site has no mention of its own', () => {
    renderInHost(<Pricing host={fakeHost({ site: { ...exampleSite, papers: { vat: 'franchise' } } })} />);
    for (const name of ['Formule standard', 'Formule financée'])
      expect(within(plan(name)).getByText('TVA non applicable, article 293 B du CGI.')).toBeVisible();
  });

  test('adds the owner’s deadline to the guarantee of the plans that it covers', () => {
    const deadline = 'Demandez le remboursement par e-mail, sous sept jours.';
    const show = (plans: readonly ('standard' | 'funded')[]) =>
      renderInHost(<Pricing host={fakeHost({ site: { ...exampleSite, guarantee: { deadline, plans } } })} />);
    const { unmount } = show(['standard']);
    expect(plan('Formule standard')).toHaveTextContent(deadline);
    expect(plan('Formule financée')).not.toHaveTextContent('remboursé.');
    unmount();
    show(['standard', 'funded']);
    expect(plan('Formule financée')).toHaveTextContent('Trois automatisations qui fonctionnent, ou remboursé');
    expect(plan('Formule financée')).toHaveTextContent(deadline);
  });

  test('summarises the offer, and states when a reservation becomes final, subject to a right of withdrawal', () => {
    renderInHost(<Pricing host={fakeHost()} />);
    expect(screen.getByText('8 h de formation individuelle, 3 automatisations, 199 € TTC')).toBeVisible();
    expect(
      screen.getByText(/après signature .* sous réserve, s’il s’applique, du délai de rétractation/),
    ).toBeVisible();
  });
});

describe('funded plan', () => {
  /** Calls the page's handler like the shell's link, but does not navigate. */
  function StayingLink({ to, onClick, children }: HostLinkProps) {
    return (
      <a
        href={to}
        onClick={(event) => {
          onClick?.(event);
          event.preventDefault();
        }}
      >
        {children}
      </a>
    );
  }

  function setUp() {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    renderInHost(<FundedPlan host={fakeHost({ Link: StayingLink })} />);
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    return { scrollTo, user, link: screen.getByRole('link', { name: 'VOIR LES ÉTAPES' }) };
  }

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('scrolls to the top 100 ms after a click on the funding steps', async () => {
    const { scrollTo, user, link } = setUp();
    await user.click(link);
    jest.advanceTimersByTime(99);
    expect(scrollTo).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
  });

  test('does not scroll when the funding steps open in another tab', async () => {
    const { scrollTo, user, link } = setUp();
    await user.keyboard('{Control>}');
    await user.click(link);
    await user.keyboard('{/Control}');
    jest.advanceTimersByTime(100);
    expect(scrollTo).not.toHaveBeenCalled();
  });
});
