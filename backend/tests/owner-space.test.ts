import { describeHostedOwners } from './suites/hosted';
import { describeOwnerCommands, describeOwners } from './suites/owners';
import { describePush } from './suites/push';
import {
  describeAuthErrors,
  describeSessions,
  describeSignIn,
  describeSignInAttacks,
  describeSignInRefusals,
} from './suites/sign-in';
import { withBackend } from './support/backend';

withBackend(
  (backend) => {
    describe('owners', () => describeOwners(backend));
    describe('owners at hosted Auth', () => describeHostedOwners(backend));
    describe('signing in', () => {
      describeSignIn(backend);
      describeSessions(backend);
    });
    describe('notifications', () => describePush(backend));
    describe('errors of /auth/v1', () => describeAuthErrors(backend));
    describe('the terminal', () => describeOwnerCommands(backend));
    describe('attacks', () => describeSignInAttacks(backend));
    describe('refusals', () => describeSignInRefusals(backend));
  },
  { OWNER_EMAIL: 'proprietaire@exemple.fr' },
);
