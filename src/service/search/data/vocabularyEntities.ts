/** Everyday words for the subjects of the Internal Revenue Code, exempt organizations, trusts, partnerships, insurers and funds (§§ 501-860G), section by section in the order of its table of contents. */
export const ENTITIES = `
501: tax-exempt nonprofit organization charity 501(c)(3) social welfare club union trade association chamber of commerce hospital political campaign lobbying church private inurement credit union
502: feeder organization profits to charity still taxed
503: exempt plan prohibited transactions loses exemption
504: lost exemption because of lobbying
505: VEBA voluntary employees beneficiary nondiscrimination
506: social welfare organization notify IRS intent to operate 501(c)(4)
507: terminate private foundation status
508: new charity apply for exemption notice 27 months presumption private foundation governing instrument
509: public charity versus private foundation public support test supporting organization
511: unrelated business income tax UBIT imposed on charities
512: unrelated business taxable income UBTI definition exclusions rents royalties dividends 1,000 deduction silo
513: unrelated trade or business definition volunteers bingo trade show sponsorship gift shop donated goods
514: debt-financed property income of charity mortgage acquisition indebtedness
515: exempt organization foreign tax credit
521: farmers cooperative exempt
526: shipowners mutual protection
527: political organization PAC campaign committee exempt function income
528: homeowners association HOA condominium dues tax 30 percent
529: college savings plan 529 qualified tuition program distribution K-12 beneficiary change state plan
529a: ABLE account disabled savings
530: Coverdell education savings account 2,000
531: accumulated earnings tax penalty 20 percent rate on hoarded profits
532: corporation formed to avoid shareholder tax by accumulating earnings not paying dividends subject
533: accumulated beyond reasonable needs evidence purpose holding company
534: accumulated earnings burden of proof notice statement Tax Court
535: accumulated taxable income computation credit 250,000 150,000 service corporation
537: reasonable needs of the business anticipated future expansion redemption
541: personal holding company tax imposed 20 percent
542: personal holding company definition five or fewer individuals own half passive income 60 percent
543: personal holding company income rents royalties dividends personal service contracts
544: personal holding company stock ownership attribution
545: undistributed personal holding company income
547: deficiency dividend personal holding company
561: dividends paid deduction
562: preferential dividend rules which dividends count
563: late dividends paid after year end
564: dividend carryover
565: consent dividend hypothetical
581: bank definition trust company
582: bank bad debts securities losses ordinary
584: common trust fund bank
585: small bank reserve for loan losses
591: savings institution dividends on deposits
593: thrift savings and loan reserves recapture
611: depletion oil gas mineral timber deduction
612: cost depletion basis
613: percentage depletion rates coal gold sand gravel
613a: oil gas percentage depletion independent producer royalty owner 1,000 barrels
614: mineral property definition separate aggregate
616: mine development expenditures
617: mining exploration expenditures recapture
631: timber cutting election capital gain standing trees coal royalties
636: mineral production payment as loan
638: continental shelf
641: estate trust taxed income tax imposed fiduciary
642: trust estate special deductions charitable set aside exemption 300 600 excess deductions on termination separate shares QTIP funeral
643: distributable net income DNI definition trust accounting income use of trust property loan
644: trust must use calendar year
645: revocable living trust treated as part of estate election
646: Alaska native settlement trust election
651: simple trust distributes all income deduction
652: beneficiary of simple trust taxed on income
661: complex trust estate distribution deduction
662: beneficiary of complex trust estate taxed tier
663: 65-day rule specific bequest separate share distributions
664: charitable remainder trust annuity unitrust CRT CRUT 5 percent payout
665: throwback accumulation distribution
667: throwback tax beneficiary foreign trust
668: interest charge foreign trust accumulation
671: grantor trust income taxed to creator
672: adverse party related subordinate grantor spouse
673: reversionary interest grantor gets property back 5 percent
674: power to control who benefits grantor trust
675: administrative powers substitute borrow grantor trust
676: power to revoke trust revocable grantor taxed
677: trust income used for grantor or spouse support life insurance premiums
678: person other than grantor treated as owner withdrawal power
679: foreign trust US beneficiary transferor
681: trust unrelated business income charitable deduction limit
684: transfer to foreign trust or estate gain
685: funeral trust pre-need
691: income in respect of a decedent IRD unpaid salary at death inherited IRA estate tax deduction
692: military death astronaut terrorist victim income tax forgiven
701: partnership pays no tax partners do
702: partner's separately stated items pass-through K-1 reporting
703: partnership taxable income computation elections
704: partnership allocations substantial economic effect distributive share loss limited to basis contributed property built-in gain family partnership special allocation
705: partner's outside basis increases decreases
706: partnership tax year closing partner's share when interest changes varying interests death of partner
707: guaranteed payment partner transactions disguised sale to partnership partner loans sells property to partnership
708: partnership terminates continues merger division
709: partnership organization syndication costs
721: contribute property to partnership no gain LLC formation investment company
722: partner's basis after contribution
723: partnership's basis in contributed property carryover
724: contributed inventory receivables character five years
731: distribution from partnership gain loss cash over basis marketable securities withdrawing partner receives property
732: basis of property distributed by partnership to partner
733: partner basis reduced by distribution
734: partnership basis adjustment after distribution
735: sale of distributed inventory by partner
736: payments to retiring partner deceased partner's estate buyout goodwill
737: contributed property partner receives other property within seven years precontribution gain mixing bowl
741: sell partnership interest capital gain
742: buyer's basis in partnership interest
743: step-up inside basis for buyer of partnership interest substantial built-in loss death of partner
751: hot assets unrealized receivables inventory ordinary income on sale of partnership interest
752: partnership liabilities share of debt loan nonrecourse recourse partner basis mortgage relief deemed contribution
753: deceased partner income in respect
754: section 754 election optional basis adjustment
755: allocate basis adjustment among partnership assets
761: partnership definition elect out husband and wife qualified joint venture
801: life insurance company tax
803: life insurance company gross income premiums
804: life insurer deductions
805: insurer general deductions
807: life insurance reserves
808: policyholder dividends
811: life insurer accounting
816: life insurance company definition reserves more than half
817: variable life annuity contracts separate account diversification
831: small insurance company captive 831(b) election property casualty premiums
832: property casualty insurer taxable income underwriting
833: Blue Cross Blue Shield
834: insurer investment income alternative
835: reciprocal insurance exchange
845: reinsurance related party reallocation
846: discounted unpaid losses loss reserves
848: policy acquisition expenses DAC capitalized
851: mutual fund regulated investment company RIC qualification income asset diversification test
852: mutual fund tax shareholders capital gain dividends exempt-interest 90 percent distribution
853: mutual fund pass through foreign tax credit
854: mutual fund dividends qualified reporting
855: mutual fund spillover dividend
856: REIT real estate investment trust qualification 75 percent income assets 100 shareholders rents taxable REIT subsidiary hotel
857: REIT taxed distribute 90 percent prohibited transaction foreclosure
858: REIT late dividends
860: deficiency dividend REIT RIC
860a: REMIC mortgage pool not taxed
860b: REMIC regular interest holder
860c: REMIC residual interest
860d: REMIC definition
860e: excess inclusion residual
860f: REMIC prohibited transactions
860g: REMIC qualified mortgage definitions
`;
