// Shared modules are loaded before whatever imports them: hosts of Module Federation start behind an import.
import('./host-page').catch(reportError);
