export { attemptKeyOf } from './backend/attempt-key';
export { encodeAnswer, parseChallenge } from './backend/challenge';
export { type ClientInfo, openBackend, preloadClient } from './backend/client';
export { CALL_TIMEOUT_MS } from './backend/fetch-answering-challenges';
export { type CallFailure, type CallFailureReason, failureOf, isStored } from './backend/outcome';
export { rowOf } from './backend/row-of';
