// Imported before the product: leaves out the texts of its mails, which take a third of the time of a simulation and which
// nobody reads. Everything else about mail is the product's own code.
import { registerHooks } from 'node:module';

const EMPTY = `data:text/javascript,export const render = () => Promise.resolve('<p></p>'); export const toPlainText = () => '';`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@react-email/render' ? { url: EMPTY, shortCircuit: true } : next(specifier, context),
});
