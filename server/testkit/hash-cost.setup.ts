// Tests sign up thousands of times. At the product's cost, hashing passwords would take a tenth of the run. A test that
// needs that cost sets it (`setHashCost(HASH_COST)`), and processes started by tests use it.
import { setHashCost } from '../accounts/auth/password.ts';

setHashCost({ memory: 8, passes: 1, parallelism: 1 });
