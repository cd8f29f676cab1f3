/** A problem that the agent can correct. Its message goes to the agent. */
export class ToolProblem extends Error {
  override readonly name = 'ToolProblem';
}
