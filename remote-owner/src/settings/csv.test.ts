import { exampleMessage, exampleRequest } from '../testing/example-requests';
import { renderCsv } from './csv';

const lines = (text: string) => text.replace('\ufeff', '').split('\r\n');

test('the CSV file has the columns of the terminal’s export, and a byte order mark for accents', () => {
  const text = renderCsv([exampleRequest(1)]);
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(lines(text)[0]).toBe(
    'Reçu le;Demande;Nom;E-mail;Téléphone;AGEFICE;Dates;Message;Statut;À vérifier;Indésirable;Mail;Référence;Identifiant',
  );
  expect(lines(text)[1]).toBe(
    '20/11/2026 14:32;Réservation;Camille Martin;camille@exemple.fr;06 39 98 00 00;non;2026-12-07, 2026-12-08;;nouvelle;non;non;;00000000;00000000-0000-4000-8000-000000000001',
  );
});

test('text that a spreadsheet would evaluate is kept as text, and quotes are doubled', () => {
  const [, row = ''] = lines(renderCsv([exampleMessage(2, { name: '=1+1', message: 'Un "devis"; merci' })]));
  expect(row).toContain(";'=1+1;");
  expect(row).toContain(';"Un ""devis""; merci";');
});
