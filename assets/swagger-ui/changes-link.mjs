/** Below the answer with a record: a button that leads to its changes. */
import { openOperation } from './opening.mjs';

const CHANGES = 'listChanges';

const withButton = (document) => {
  const [changesPath, { get: changes }] = Object.entries(document.paths).find(
    ([, operations]) => operations.get?.operationId === CHANGES,
  );
  const [heading] = changes.tags;
  return (Original, system) =>
    function AnswerWithChanges(props) {
      const { React, layoutActions, specActions, specSelectors } = system;
      const { path, method, response } = props;
      const shown = React.createElement(Original, props);
      const link = document.paths[path]?.[method]?.responses[200]?.links?.changes;
      if (!link || response.get('status') !== 200) return shown;
      const showChanges = () => {
        const id = specSelectors.parameterValues([path, method]).get('path.id');
        const target = [changesPath, 'get'];
        specActions.changeParam(target, 'kind', 'query', link.parameters.kind);
        specActions.changeParam(target, 'id', 'query', String(id));
        layoutActions.updateFilter('');
        openOperation(system, heading, CHANGES, 'button.execute');
      };
      return React.createElement(
        React.Fragment,
        null,
        shown,
        React.createElement(
          'button',
          { type: 'button', className: 'btn changes-link', onClick: showChanges },
          'Who changed this?',
        ),
      );
    };
};

/** The plugin, for the document that Swagger UI shows. */
export const changesLink = (document) => () => ({
  wrapComponents: { liveResponse: withButton(document) },
});
