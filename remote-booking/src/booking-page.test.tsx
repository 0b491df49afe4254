import { BOOKING_FIELDS } from '@site/contract/form-fields';
import type { Host, Site } from '@site/contract/host';
import { prepareHydration } from '@site/forms/testing/hydration';
import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showOnDesktop, showOnPhone } from '../tests/support/fake-screen';
import type { Booking } from './api/booking';
import { createReservation } from './api/reservation';
import { description, Page } from './booking-page';
import { emptyBooking } from './form/booking-checks';

jest.mock('./api/reservation');

describe('booking page', () => {
  beforeEach(() => {
    showOnDesktop();
    jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  });
  afterEach(() => jest.useRealTimers());

  function open(facts: Partial<Site> = {}, draft: Partial<Booking> = {}) {
    sessionStorage.setItem('booking-draft', JSON.stringify({ ...emptyBooking, ...draft }));
    const notify = jest.fn<ReturnType<Host['notify']>, Parameters<Host['notify']>>();
    renderInHost(<Page host={fakeHost({ notify, site: { ...exampleSite, ...facts } })} />);
    return { notify, user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }) };
  }

  const submit = () => screen.getByRole('button', { name: 'Envoyer ma réservation' });
  const opener = () => screen.getByRole('button', { name: /Choisir des dates|sélectionnée/ });

  async function choose(user: ReturnType<typeof open>['user'], ...names: string[]) {
    await user.click(opener());
    for (const name of names) await user.click(await screen.findByLabelText(`Choisir le ${name}`));
  }

  async function fill(user: ReturnType<typeof open>['user'], label: string, value: string) {
    await user.click(screen.getByLabelText(label));
    await user.paste(value);
  }

  test('shows the title, the introduction, the prices, what the form is not, and the links home and to the support', () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Réserver vos sessions' })).toBeVisible();
    expect(
      screen.getByText('Choisissez des dates disponibles pour vos formations en automatisation immobilière'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Contacter le support' })).toHaveAttribute('href', '/contact');
    expect(screen.getByText(/^199 € TTC la journée/)).toBeVisible();
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(
      'Formule financée\u00a0: 320\u00a0€\u00a0TTC, au lieu de 199\u00a0€\u202f; montage du dossier inclus.',
    );
    expect(screen.getByText(/aucun paiement et ne vaut pas contrat/)).toBeVisible();
  });

  test.each([
    ['199', '199', '199'],
    ['320', '250', '250'],
    ['', '', '320'],
  ])('compares a funded price only with a lower one: %s and %s', (standard, funded, amount) => {
    open({ prices: { standard, funded } });
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(
      `Formule financée\u00a0: ${amount}\u00a0€\u00a0TTC, ${amount === '320' ? 'au lieu de 199\u00a0€\u202f; ' : ''}montage du dossier inclus.`,
    );
  });

  test('shows the facts that the owner has given, each where it is needed', async () => {
    const facts = {
      datesMeaning: 'Proposez plusieurs jours.',
      replyTime: 'sous 1 jour ouvré',
      videoTool: 'Visio Exemple',
      day: [{ from: '09:30', to: '17:00', text: 'Relances' }],
      prices: { standard: '250', funded: '400' },
      payment: {
        when: 'Sur facture.',
        how: 'Par virement.',
        advance: 'Vous avancez 320 €.',
        refusal: 'Rien n’est dû.',
      },
      papers: { deposit: true },
    };
    const { user } = open(facts);
    const datesPart = within(screen.getByRole('group', { name: 'Vos dates' }));
    expect(datesPart.getByText('Proposez plusieurs jours.')).toBeVisible();
    expect(screen.getByText(/^250 € TTC la journée de 7\sh\s30,/)).toBeVisible();
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(
      /^Formule financée\s: 400\s€\sTTC, au lieu de 250\s€/,
    );
    expect(screen.getAllByText(/répondons dès que possible, sous 1 jour ouvré/)).toHaveLength(2);
    expect(screen.getByText(/^7\sh\s30 à distance \(Visio Exemple\), de 9\sh\s30/)).toBeVisible();
    expect(
      screen.getByText(/délai de rétractation\. Sur facture\. Si vous payez seul, un acompte .* Par virement\.$/),
    ).toBeVisible();
    expect(screen.queryByText('Vous avancez 320 €.')).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox'));
    expect(await screen.findByText(/^Formule financée\s: 400\s€\sTTC la journée/)).toBeVisible();
    expect(screen.queryByText(/^250\s€/)).not.toBeInTheDocument();
    expect(screen.getByText(/^Prise en charge possible.*sous réserve de son accord\.$/)).toBeVisible();
    expect(screen.getByText('Vous avancez 320 €.')).toBeVisible();
    expect(screen.getByText('Rien n’est dû.')).toBeVisible();
  });

  test('asks which days are wanted only of several dates, answers nothing in the place of the visitor, and names the price of each answer', async () => {
    const { user } = open({}, { dates: ['2026-11-23', '2026-11-24'] });
    const question = within(screen.getByRole('group', { name: /^Combien de journées/ }));
    const radios = question.getAllByRole('radio');
    expect(radios.map((radio) => radio.parentElement?.textContent)).toEqual([
      'Une seule journée, à l’une de ces dates\u00a0: 199\u00a0€\u00a0TTC la journée',
      'Une journée à chacune de ces dates\u00a0: 398\u00a0€\u00a0TTC pour 2\u00a0journées',
    ]);
    for (const radio of radios) expect(radio).not.toBeChecked();
    const reminder = screen.getByRole('link', { name: /^Combien de journées/ });
    await user.click(reminder);
    expect(radios[0]).toHaveFocus();
    await user.click(radios[1] as HTMLElement);
    expect(reminder).not.toBeInTheDocument();
    expect(radios[1]).toBeChecked();
    await user.click(screen.getByLabelText('Retirer le lundi 23 novembre 2026'));
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });

  test('promises a day alone with the trainer to search engines, unless the owner does not', () => {
    const described = (site: object) => description(fakeHost({ site: { ...exampleSite, ...site } }));
    expect(described({})).toContain('à distance, en tête-à-tête avec le formateur\u00a0: trois automatisations');
    expect(described({ hiddenPromises: ['alone'] })).toContain('à distance\u00a0: trois automatisations');
  });

  test('omits the facts that the owner has not given', async () => {
    const { user } = open();
    await user.click(screen.getByRole('checkbox'));
    expect(document.body).not.toHaveTextContent('undefined');
    expect(screen.getByText(/délai de rétractation\.$/)).toBeVisible();
    expect(screen.getByText(/^Huit heures à distance, en tête-à-tête/)).toBeVisible();
    expect(screen.getAllByText(/répondons dès que possible[ .\u00a0]/)).toHaveLength(2);
  });

  test('asks for the fields in order, each with its type, its autocomplete and its limit', () => {
    open();
    const fields = screen.getAllByRole<HTMLInputElement>('textbox').filter(({ name }) => name in BOOKING_FIELDS);
    expect(fields.map(({ name }) => name)).toEqual(['name', 'email', 'phone']);
    expect(fields.map(({ type }) => type)).toEqual(['text', 'email', 'tel']);
    expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(['name', 'email', 'tel']);
    expect(fields.map(({ required }) => required)).toEqual([true, true, false]);
    expect(fields.map(({ maxLength }) => maxLength)).toEqual([200, 254, 40]);
    expect(screen.getByRole('checkbox', { name: 'Je souhaite bénéficier du financement AGEFICE' })).not.toBeChecked();
  });

  test('an empty form shows all its errors at once in a summary that takes the focus, and a notice about the dates', async () => {
    const { notify, user } = open();
    await user.click(submit());
    const message = 'Veuillez sélectionner au moins une date';
    const summary = await screen.findByRole('group', {
      name: 'Votre demande n’est pas encore partie. À corriger\u00a0:',
    });
    expect(summary).toHaveFocus();
    const links = within(summary).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      message,
      'Indiquez votre nom complet',
      'Indiquez votre adresse e-mail',
    ]);
    expect(notify).toHaveBeenCalledTimes(1);
    expect(notify).toHaveBeenCalledWith({ title: 'Erreur', description: message, tone: 'error', announced: false });
    expect(opener()).toHaveAccessibleDescription(message);
    expect(createReservation).not.toHaveBeenCalled();
    await user.click(links[0] as HTMLElement);
    expect(opener()).toHaveFocus();
    await choose(user, 'lundi 23 novembre 2026');
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    expect(within(summary).getAllByRole('link')).toHaveLength(2);
  });

  test('with dates, a notice and the field report a missing name or e-mail', async () => {
    const { notify, user } = open({}, { dates: ['2026-11-23'], name: 'Camille Martin' });
    await user.click(submit());
    const message = 'Veuillez remplir tous les champs obligatoires';
    const email = screen.getByLabelText('E-mail');
    await screen.findByRole('group', { name: /À corriger/ });
    expect(email).toHaveAttribute('aria-invalid', 'true');
    expect(notify).toHaveBeenCalledWith({ title: 'Erreur', description: message, tone: 'error', announced: false });
    expect(screen.getByLabelText('Nom complet')).not.toHaveAttribute('aria-invalid');
    await fill(user, 'E-mail', 'c');
    expect(email).not.toHaveAttribute('aria-invalid');
  });
});

describe('booking hydration', () => {
  const { showPrerendered, hydrate } = prepareHydration({ Page });
  const newUser = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

  beforeEach(() => {
    showOnDesktop();
    jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-11-21T10:00:00Z') });
  });
  afterEach(() => jest.useRealTimers());

  test('the prerendered page shows the e-mail and the telephone, without a calendar or a style attribute, and cannot be submitted', () => {
    const container = showPrerendered();
    expect(screen.getByRole('button', { name: 'Envoyer ma réservation' })).toBeDisabled();
    expect(container.querySelector('form')?.method).toBe('dialog');
    expect(screen.getByRole('link', { name: '06 39 98 00 00' })).toBeInTheDocument();
    expect(screen.queryByRole('gridcell')).not.toBeInTheDocument();
    expect(container.querySelector('[style]')).toBeNull();
  });

  test('a sheet that was opened before hydration is the one that the repeated press fills', async () => {
    showOnPhone();
    const container = showPrerendered();
    const opener = screen.getByRole('button', { name: 'Choisir des dates' });
    const sheet = container.querySelector('dialog');
    expect(sheet).toHaveAttribute('id', opener.getAttribute('aria-controls'));
    expect(sheet).toHaveTextContent(/Choisissez vos dates.*Ouverture du calendrier…/);
    sheet?.showModal();
    await hydrate(container);
    expect(sheet).toHaveAttribute('open');
    await act(async () => opener.click());
    expect(screen.getByRole('dialog', { name: 'Choisissez vos dates' })).toBe(sheet);
    expect(await screen.findAllByRole('gridcell')).not.toHaveLength(0);
    await newUser().click(screen.getByRole('button', { name: 'Fermer le calendrier' }));
    expect(sheet).not.toHaveAttribute('open');
    expect(sheet).toBeEmptyDOMElement();
  });

  test('hydration restores a kept booking, without past or invalid dates', async () => {
    const dates = ['2026-11-20', 'demain', '2026-11-21'];
    const draft = { ...emptyBooking, dates, name: 'Camille', isAgefice: true, subject: 'robot' };
    sessionStorage.setItem('booking-draft', JSON.stringify(draft));
    const container = showPrerendered();
    await hydrate(container);
    expect(screen.getByLabelText('Nom complet')).toHaveValue('Camille');
    expect(screen.getByRole('checkbox')).toBeChecked();
    expect(screen.getByRole('button', { name: '1 date(s) sélectionnée(s)' })).toBeEnabled();
    expect(container.querySelector('form [hidden] input')).toHaveValue('');
    const stored: unknown = JSON.parse(sessionStorage.getItem('booking-draft') ?? '');
    expect(stored).toEqual({ ...emptyBooking, dates: ['2026-11-21'], name: 'Camille', isAgefice: true });
  });
});
