// Tests sign up thousands of times: at the product's cost, hashing passwords would take a tenth of the run. A test that
// needs that cost sets it (`setHashCost(HASH_COST)`), and processes that a test starts have it.
import { setHashCost } from '../auth/password.ts';

setHashCost({ memory: 8, passes: 1, parallelism: 1 });
