import { expect, test } from './support/test';
import { faultsOf } from './support/typography';

test('the typography rules report faults and accept correct text', () => {
  const wrong = {
    "l'accueil": 'straight apostrophe',
    'Une question ?': 'no narrow space before ; ! ?',
    '« GO »': 'no narrow space inside «',
    'Adresse : ici': 'no fixed space before :',
    '199 €': 'no fixed space before % or €',
    'La page arrive...': 'three dots',
    'Next Month': 'English word',
    '[À faire]': 'left over',
  };
  for (const [text, fault] of Object.entries(wrong)) expect(faultsOf(text).join()).toContain(fault);
  const right = [
    "Retour à l'accueil",
    'Formulaire envoyé !',
    'noté, tenu',
    'Une question\u202f? À 19:42\u00a0: oui.',
    '[À compléter]',
  ];
  for (const text of right) expect(faultsOf(text)).toEqual([]);
});
