/** Everyday words for the subjects of the Internal Revenue Code, corporations, plans, periods and methods (§§ 301-483), section by section in the order of its table of contents. */
export const CORPORATIONS = `
301: corporate distribution to shareholder dividend return of capital then gain property distribution taxed how basis exceed earnings
302: stock redemption company buys back shares from owner sale or dividend complete termination substantially disproportionate family waiver
303: redeem stock to pay estate taxes death of shareholder
304: sale of stock to sister related corporation brother-sister redemption
305: stock dividend stock split shares instead of cash rights distribution
306: preferred stock bailout tainted stock
307: basis after stock dividend split allocation
311: corporation distributes appreciated property to shareholder corporate level gain car land building
312: earnings and profits E&P computation effect of distribution
316: dividend definition out of earnings and profits current accumulated
317: property definition redemption definition
318: constructive ownership attribution of stock family spouse children parents partnership trust options
331: shareholder liquidation gain loss corporation dissolves winds up
332: parent liquidates 80 percent owned subsidiary tax free
334: basis of property received when corporation liquidates
336: liquidating corporation gain on distributing assets as if sold fair market value dissolve
337: liquidating subsidiary distribution to parent no gain
338: stock purchase treated as asset purchase election target step-up joint election
346: partial liquidation complete liquidation meaning
351: incorporate transfer property to controlled corporation for stock tax free 80 percent control form a company contribute assets sole proprietorship incorporation
354: exchange of stock securities in reorganization no gain shareholder merger
355: spin-off split-off split-up distribute subsidiary shares to shareholders tax-free active business five years device
356: boot cash received in reorganization merger
357: liabilities assumed on incorporation debt exceeds basis mortgage contributed to corporation
358: shareholder's basis in stock received for contributed property substituted
361: corporation transferring assets in reorganization no gain
362: corporation's carryover basis in contributed property built-in loss limitation
367: outbound transfer to foreign corporation gain toll charge intangible property
368: reorganization types A B C D E F merger acquisition stock for stock statutory merger recapitalization triangular continuity
381: successor inherits tax attributes carryovers after merger liquidation
382: ownership change limit on net operating losses buying loss company long-term tax-exempt rate 50 percentage points
383: limit on credits and capital losses after ownership change
384: preacquisition losses cannot offset built-in gains
385: debt versus equity corporate instrument stock or loan thin capitalization shareholder loan
401: qualified plan 401(k) pension profit-sharing nondiscrimination ADP elective deferral required minimum distributions RMD age 72 Roth safe harbor hardship plan qualification compensation limit
402: distributions from plan taxable rollover 60 days lump sum net unrealized appreciation employer stock direct rollover withholding elective deferral limit
402a: designated Roth account in 401k
403: 403(b) tax-sheltered annuity teachers school hospital employees church
404: employer deduction for pension contributions limits 25 percent of pay deferred compensation timing vacation pay ESOP dividends
404a: foreign deferred compensation plans
408: IRA traditional individual retirement account rollover SEP SIMPLE prohibited investments collectibles charitable distribution qualified basis trustee
408a: Roth IRA conversion backdoor five years qualified distribution income limit
409: ESOP employee stock ownership plan put option voting diversification S corporation
409a: nonqualified deferred compensation timing of election six-month delay specified employee discounted stock options 20 percent additional tax
410: plan participation coverage age 21 one year service eligible employees
411: vesting schedule accrued benefit cliff graded three six years anti-cutback forfeit
412: minimum funding pension waiver
413: multiemployer collectively bargained union plan
414: highly compensated employee definition controlled group affiliated service leased employee QDRO compensation government church plan catch-up contributions
415: limits on annual additions defined benefit maximum benefit 100 percent of pay
416: top-heavy plan key employee minimum contribution
417: joint and survivor annuity spousal consent
418e: insolvent multiemployer plan
419: welfare benefit fund employer deduction
419a: welfare fund account limit ten or more employer plan
420: excess pension assets transfer to retiree health
421: statutory stock options no income on exercise disqualifying disposition
422: incentive stock options ISO holding period two years one year 100,000 limit exercise price
423: employee stock purchase plan ESPP 85 percent discount
424: stock option definitions modification substitution
430: single-employer defined benefit minimum contribution funding shortfall
431: multiemployer funding amortization
432: endangered critical status multiemployer plan rehabilitation
436: underfunded plan benefit restrictions
441: taxable year calendar fiscal year 52-53 weeks annual accounting period
442: change accounting period change year end approval
443: short period return annualize
444: elect fiscal year partnership S corporation personal service deferral
446: accounting method cash accrual clearly reflect income change method IRS consent
447: farming corporation accrual method
448: cash method limits large corporation gross receipts test 25 million tax shelter nonaccrual experience personal service
451: when is income reported year of inclusion accrual all events applicable financial statement advance payments prepayment deposit deferral gift card prepaid revenue crop insurance livestock drought
453: installment sale payments over several years seller note related party second sale depreciation recapture gross profit percentage
453a: installment sale interest on deferred tax 5 million pledge
453b: dispose sell cancel gift installment note
454: savings bonds discount accrue interest cash basis election
455: prepaid subscription income magazine
456: prepaid dues membership organization auto club
457: deferred compensation state local government nonprofit 457(b) 457(f) top hat ineligible
457a: offshore hedge fund manager deferred compensation
458: magazines books returned after year end
460: long-term contract percentage of completion construction contractor completed contract small home look-back
461: when to deduct accrual economic performance all events recurring item prepaid expense contested liability taxes accrued excess business loss limitation noncorporate year of deduction
464: farming syndicate prepaid feed seed supplies
465: at-risk rules loss limited to amount at risk nonrecourse financing qualified real estate
467: rental agreement stepped rent deferred prepaid rent 250,000
468: mine reclamation closing costs reserve
468a: nuclear decommissioning fund deduction
468b: designated qualified settlement fund lawsuit escrow
469: passive activity losses rental real estate 25,000 allowance material participation real estate professional landlord losses suspended carry forward disposition
470: tax-exempt use property leases SILO
471: inventories inventory accounting count stock on hand small business materials supplies lower of cost shrinkage
472: LIFO last-in first-out inventory conformity
473: LIFO liquidation involuntary replacement
474: simplified dollar-value LIFO small business
475: mark to market securities dealer trader election
481: change in accounting method adjustment spread four years catch-up
482: transfer pricing arm's length related companies intercompany price IRS reallocate income controlled
483: imputed interest on deferred payment sale unstated interest no interest charged
`;
