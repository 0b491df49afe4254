import type { Site, Training } from '@site/contract/host';
import { exampleSite, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TrainingSheet } from './training-sheet';

const emptyTraining: Training = {
  updatedOn: '',
  taxLine: '',
  accessTime: '',
  methods: '',
  assessment: '',
  disability: '',
  bonuses: [],
};

function show(training: Partial<Training> = {}, facts: Partial<Site> = {}) {
  const site = { ...exampleSite, ...facts, training: { ...exampleSite.training, ...training } };
  renderInHost(<TrainingSheet site={site} />);
}

const entry = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

test('the training sheet shows the facts of the offer and those of the owner, each under its label', () => {
  show();
  for (const [label, text] of [
    ['Délais d’accès', 'programmable dans la semaine en cours, selon les jours libres'],
    ['Délais d’accès', '15 jours après l’envoi du dossier complet, au plus tôt'],
    ['Délais d’accès', exampleSite.training.accessTime],
    ['Méthodes mobilisées', exampleSite.training.methods],
    ['Modalités d’évaluation', exampleSite.training.assessment],
    ['Accessibilité aux personnes handicapées', exampleSite.training.disability],
  ] as const) {
    expect(entry(label)).toHaveTextContent(text);
  }
  expect(screen.getByText('Tout ce qu’il faut savoir avant de s’inscrire, sur une page.')).toBeVisible();
});

test('the training sheet shows the date of its last change', () => {
  show({ updatedOn: '2026-11-01' });
  expect(screen.getByText(/Mise à jour/)).toHaveTextContent('Mise à jour : dimanche 1er novembre 2026');
});

const OWNED = ['Méthodes mobilisées', 'Modalités d’évaluation', 'Accessibilité aux personnes handicapées'];

test('the training sheet omits rows that the owner has not filled in, and does not call the sheet complete', () => {
  show(emptyTraining);
  for (const label of OWNED) expect(screen.queryByText(label)).not.toBeInTheDocument();
  expect(screen.queryByText(/Mise à jour|À compléter|Tout ce qu’il faut savoir/)).not.toBeInTheDocument();
});

test('the training sheet marks missing facts as to be completed on a draft', () => {
  show(emptyTraining, { draft: true });
  for (const label of OWNED) expect(entry(label)).toHaveTextContent(/^\[À compléter\]$/);
  expect(screen.getByText(/Mise à jour/)).toHaveTextContent('Mise à jour : [À compléter]');
});

test('the training sheet is folded until the visitor opens it', async () => {
  show();
  expect(entry('Public')).not.toBeVisible();
  await userEvent.setup().click(screen.getByText('Lire la fiche'));
  expect(entry('Public')).toBeVisible();
});

test('the training sheet shows only the sheet while the owner has not given more facts', () => {
  show();
  expect(screen.getAllByRole('group')).toHaveLength(1);
  for (const label of ['Organisme', 'Après la journée', 'Programme complet (PDF)'])
    expect(screen.queryByText(label)).not.toBeInTheDocument();
});

test('the training sheet shows the hours of the day', () => {
  show({}, { day: [{ from: '09:00', to: '12:30', text: 'Première automatisation' }] });
  expect(screen.getByText('Le déroulé de la journée (heure de Paris)')).toBeVisible();
  expect(entry('De 9 h à 12 h 30')).toHaveTextContent('Première automatisation');
});

test('the training sheet lists the tools with their use and their cost, and the sources of leads', () => {
  show(
    {},
    {
      tools: [{ name: 'Make', use: 'relier les outils', cost: 'gratuit' }, { name: 'Airtable' }],
      leadSources: ['formulaires', 'portails'],
    },
  );
  expect(screen.getByText('Les outils, et d’où viennent vos contacts')).toBeVisible();
  expect(entry('Make')).toHaveTextContent('relier les outils, gratuit');
  expect(screen.getByText(/formulaires, portails\./)).toBeInTheDocument();
});

test.each([
  ['Les outils', { tools: [{ name: 'Make' }] }],
  ['D’où viennent vos contacts', { leadSources: ['portails'] }],
])('the training sheet uses the title « %s » when the foldable contains nothing else', (title, facts) => {
  show({}, facts);
  expect(screen.getByText(title)).toBeVisible();
});

test('the training sheet links to the programme as a PDF, and shows the support after the day and the video tool', () => {
  show({}, { programmePdf: '/fichiers/programme.pdf', afterSupport: 'Un mois par e-mail.', videoTool: 'Zoom' });
  expect(screen.getByRole('link', { name: 'Programme complet (PDF)' })).toHaveAttribute(
    'href',
    '/fichiers/programme.pdf',
  );
  expect(entry('Après la journée')).toHaveTextContent('Un mois par e-mail.');
  expect(entry('Durée')).toHaveTextContent('à distance (Zoom)');
});

test('the training sheet shows a registration with the words required by law, and a certificate with its category', () => {
  const qualiopi = { category: 'Actions de formation', certificate: '/fichiers/qualiopi.pdf' };
  show({}, { nda: '11 75 12345 75', papers: { region: 'Île-de-France' }, qualiopi });
  expect(entry('Organisme')).toHaveTextContent(
    'Déclaration d’activité enregistrée sous le numéro 11 75 12345 75 auprès du préfet de région d’Île-de-France. Cet enregistrement ne vaut pas agrément de l’État.',
  );
  expect(entry('Organisme')).toHaveTextContent(
    'Certificat Qualiopi (PDF), au titre de la catégorie : Actions de formation',
  );
  expect(screen.getByRole('link', { name: 'Certificat Qualiopi (PDF)' })).toHaveAttribute('href', qualiopi.certificate);
});

test('the training sheet adds the tax line to the prices if there is one', () => {
  show({ taxLine: 'TVA incluse' });
  expect(entry('Tarifs')).toHaveTextContent('TVA incluse');
});

test('the training sheet links to the owner’s e-mail and telephone', () => {
  show();
  expect(screen.getByRole('link', { name: exampleSite.email })).toHaveAttribute('href', `mailto:${exampleSite.email}`);
  expect(screen.getByRole('link', { name: exampleSite.phone })).toHaveAttribute('href', 'tel:+33639980000');
});
